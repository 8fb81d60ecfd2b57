; broken
; Loop unswitching (PR27506): a branch in a loop that may not run is made before it.
declare void @f(i32)

define void @src(i32 %n, i1 %c) {
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %t = icmp ult i32 %i, %n
  br i1 %t, label %b, label %e
b:
  br i1 %c, label %u, label %l
u:
  call void @f(i32 %i)
  br label %l
l:
  %j = add i32 %i, 1
  br label %h
e:
  ret void
}

define void @tgt(i32 %n, i1 %c) {
  br i1 %c, label %h, label %k
h:
  %i = phi i32 [ 0, %0 ], [ %j, %b ]
  %t = icmp ult i32 %i, %n
  br i1 %t, label %b, label %e
b:
  call void @f(i32 %i)
  %j = add i32 %i, 1
  br label %h
k:
  %i2 = phi i32 [ 0, %0 ], [ %j2, %m ]
  %t2 = icmp ult i32 %i2, %n
  br i1 %t2, label %m, label %e
m:
  %j2 = add i32 %i2, 1
  br label %k
e:
  ret void
}
