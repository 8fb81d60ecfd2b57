define i32 @days(i32 %month) {
  switch i32 %month, label %long [
    i32 2, label %february
    i32 4, label %short
    i32 6, label %short
    i32 9, label %short
    i32 11, label %short
  ]

february:
  br label %out

short:
  br label %out

long:
  br label %out

out:
  %days = phi i32 [ 28, %february ], [ 30, %short ], [ 31, %long ]
  ret i32 %days
}

define i32 @choose(i1 %a, i1 %b, i32 %x, i32 %y) {
entry:
  br i1 %a, label %left, label %right

left:
  br i1 %b, label %deep, label %join

deep:
  %sum = add i32 %x, %y
  br label %join

right:
  %difference = sub i32 %x, %y
  br label %join

join:
  %value = phi i32 [ %x, %left ], [ %sum, %deep ], [ %difference, %right ]
  ret i32 %value
}

define i32 @guarded_division(i32 %x, i32 %y) {
  %zero = icmp eq i32 %y, 0
  br i1 %zero, label %none, label %some

some:
  %ratio = udiv i32 %x, %y
  ret i32 %ratio

none:
  ret i32 0
}

define i32 @same_question_twice(i32 %x) {
entry:
  %small = icmp ult i32 %x, 16
  br i1 %small, label %first, label %second

first:
  %a = shl i32 %x, 2
  br label %second

second:
  %p = phi i32 [ %a, %first ], [ %x, %entry ]
  br i1 %small, label %third, label %out

third:
  %b = or i32 %p, 1
  br label %out

out:
  %r = phi i32 [ %b, %third ], [ %p, %second ]
  ret i32 %r
}

define i8 @state_machine(i8 %state, i8 %input) {
  switch i8 %state, label %stay [
    i8 0, label %idle
    i8 1, label %busy
    i8 2, label %done
  ]

idle:
  %go = icmp eq i8 %input, 1
  %next = select i1 %go, i8 1, i8 0
  ret i8 %next

busy:
  %odd = and i8 %input, 1
  %more = add nuw i8 %odd, 1
  ret i8 %more

done:
  ret i8 0

stay:
  ret i8 %state
}

define i32 @frozen(i32 %x, i1 %c) {
  %maybe = add nsw i32 %x, 100
  %sure = freeze i32 %maybe
  br i1 %c, label %yes, label %no

yes:
  %d = mul i32 %sure, %sure
  ret i32 %d

no:
  ret i32 %sure
}

define i32 @never(i32 %x) {
  %bad = icmp ugt i32 %x, 1000
  br i1 %bad, label %impossible, label %fine

impossible:
  unreachable

fine:
  %r = urem i32 %x, 7
  ret i32 %r
}
