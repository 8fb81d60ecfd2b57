; broken
; LICM scalar promotion: a store was moved behind a loop that may not store.
define void @src(ptr %p, i32 %n) {
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %b ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %b, label %e
b:
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  br label %h
e:
  ret void
}

define void @tgt(ptr %p, i32 %n) {
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %b ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %b, label %e
b:
  %j = add i32 %i, 1
  br label %h
e:
  store i32 %i, ptr %p
  ret void
}
