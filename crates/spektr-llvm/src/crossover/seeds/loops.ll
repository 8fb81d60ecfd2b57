define i32 @sum_below(i32 %n) {
entry:
  %limit = and i32 %n, 63
  %any = icmp ne i32 %limit, 0
  br i1 %any, label %loop, label %out

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %sum, %i
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, %limit
  br i1 %again, label %loop, label %out

out:
  %result = phi i32 [ 0, %entry ], [ %more, %loop ]
  ret i32 %result
}

define i32 @dot(ptr %a, ptr %b) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %pa = getelementptr inbounds i32, ptr %a, i64 %i
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  %x = load i32, ptr %pa
  %y = load i32, ptr %pb
  %xy = mul i32 %x, %y
  %more = add i32 %sum, %xy
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 8
  br i1 %done, label %out, label %loop

out:
  ret i32 %more
}

define void @shift_along(ptr %p, i32 %by) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds i32, ptr %p, i64 %i
  %next = add nuw nsw i64 %i, 1
  %from = getelementptr inbounds i32, ptr %p, i64 %next
  %value = load i32, ptr %from
  %new = add i32 %value, %by
  store i32 %new, ptr %place
  %done = icmp uge i64 %next, 7
  br i1 %done, label %out, label %loop

out:
  ret void
}

define i64 @collatz(i64 %start) {
entry:
  %begin = and i64 %start, 31
  br label %loop

loop:
  %x = phi i64 [ %begin, %entry ], [ %then, %next ]
  %steps = phi i64 [ 0, %entry ], [ %more, %next ]
  %small = icmp ule i64 %x, 1
  %long = icmp uge i64 %steps, 200
  %stop = or i1 %small, %long
  br i1 %stop, label %out, label %body

body:
  %bit = and i64 %x, 1
  %even = icmp eq i64 %bit, 0
  br i1 %even, label %half, label %triple

half:
  %halved = lshr i64 %x, 1
  br label %next

triple:
  %three = mul i64 %x, 3
  %tripled = add i64 %three, 1
  br label %next

next:
  %then = phi i64 [ %halved, %half ], [ %tripled, %triple ]
  %more = add i64 %steps, 1
  br label %loop

out:
  ret i64 %steps
}

define i32 @triangle(i32 %n) {
entry:
  %limit = and i32 %n, 7
  br label %outer

outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.next ]
  %sum = phi i32 [ 1, %entry ], [ %sum.out, %outer.next ]
  br label %inner

inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %s = phi i32 [ %sum, %outer ], [ %s.next, %inner ]
  %product = mul i32 %i, %j
  %s.next = xor i32 %s, %product
  %j.next = add i32 %j, 1
  %inner.done = icmp ugt i32 %j.next, %i
  br i1 %inner.done, label %outer.next, label %inner

outer.next:
  %sum.out = phi i32 [ %s.next, %inner ]
  %i.next = add i32 %i, 1
  %outer.done = icmp ugt i32 %i.next, %limit
  br i1 %outer.done, label %out, label %outer

out:
  ret i32 %sum.out
}

define i32 @countdown(i32 %n, ptr %p) {
entry:
  %begin = and i32 %n, 15
  br label %loop

loop:
  %i = phi i32 [ %begin, %entry ], [ %less, %loop ]
  %old = load i32, ptr %p
  %new = xor i32 %old, %i
  store i32 %new, ptr %p
  %less = add nsw i32 %i, -1
  %again = icmp sgt i32 %less, 0
  br i1 %again, label %loop, label %out

out:
  %last = load i32, ptr %p
  ret i32 %last
}

define i32 @first_match(ptr %p, i8 %wanted) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %place = getelementptr i8, ptr %p, i32 %i
  %byte = load i8, ptr %place
  %hit = icmp eq i8 %byte, %wanted
  br i1 %hit, label %out, label %more

more:
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, 12
  br i1 %end, label %out, label %loop

out:
  %at = phi i32 [ %i, %loop ], [ -1, %more ]
  ret i32 %at
}
