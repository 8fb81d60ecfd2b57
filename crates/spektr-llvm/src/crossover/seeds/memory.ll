%pair = type { i32, i32 }

@table = internal constant [8 x i32] [i32 3, i32 1, i32 4, i32 1, i32 5, i32 9, i32 2, i32 6]
@counter = global i32 0
@buffer = internal global [16 x i8] zeroinitializer

define i32 @look_up(i32 %index) {
  %inside = and i32 %index, 7
  %wide = zext i32 %inside to i64
  %place = getelementptr inbounds [8 x i32], ptr @table, i64 0, i64 %wide
  %value = load i32, ptr %place, align 4
  ret i32 %value
}

define i32 @count(i32 %step) {
  %old = load i32, ptr @counter
  %new = add i32 %old, %step
  store i32 %new, ptr @counter
  ret i32 %old
}

define void @exchange(ptr %a, ptr %b) {
  %one = load i32, ptr %a
  %two = load i32, ptr %b
  store i32 %two, ptr %a
  store i32 %one, ptr %b
  ret void
}

define i32 @through_a_slot(i32 %x, i1 %twice) {
  %slot = alloca i32
  store i32 %x, ptr %slot
  br i1 %twice, label %again, label %done

again:
  %old = load i32, ptr %slot
  %new = shl i32 %old, 1
  store i32 %new, ptr %slot
  br label %done

done:
  %value = load i32, ptr %slot
  ret i32 %value
}

define i32 @sum_of_fields(ptr %p) {
  %second = getelementptr inbounds %pair, ptr %p, i64 0, i32 1
  %a = load i32, ptr %p
  %b = load i32, ptr %second
  %sum = add nsw i32 %a, %b
  ret i32 %sum
}

define i32 @copied_pair(ptr %from) {
  %own = alloca %pair
  call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr %from, i64 8, i1 false)
  %second = getelementptr %pair, ptr %own, i64 0, i32 1
  store i32 7, ptr %second
  %first = load i32, ptr %own
  %other = load i32, ptr %second
  %sum = add i32 %first, %other
  ret i32 %sum
}

define i16 @two_bytes(i8 %a, i8 %b) {
  %room = alloca [2 x i8], align 2
  %second = getelementptr inbounds i8, ptr %room, i64 1
  store i8 %a, ptr %room
  store i8 %b, ptr %second
  %both = load i16, ptr %room, align 2
  ret i16 %both
}

define void @fill(ptr %to, i8 %what) {
  call void @llvm.memset.p0.i64(ptr %to, i8 %what, i64 16, i1 false)
  %last = getelementptr i8, ptr %to, i64 15
  store i8 0, ptr %last
  ret void
}

define i8 @of_buffer(i64 %at, i8 %new) {
  %inside = and i64 %at, 15
  %place = getelementptr inbounds [16 x i8], ptr @buffer, i64 0, i64 %inside
  %old = load i8, ptr %place
  store i8 %new, ptr %place
  ret i8 %old
}

define i1 @same_object(ptr %p, i64 %n) {
  %q = getelementptr inbounds i8, ptr %p, i64 %n
  %same = icmp eq ptr %p, %q
  ret i1 %same
}

define ptr @choose_pointer(i1 %which, ptr %a, ptr %b) {
  %c = select i1 %which, ptr %a, ptr %b
  %next = getelementptr inbounds i32, ptr %c, i64 1
  ret ptr %next
}

define i32 @overwritten(ptr noalias %p, ptr noalias %q) {
  store i32 1, ptr %p
  store i32 2, ptr %q
  %x = load i32, ptr %p
  store i32 3, ptr %p
  %y = load i32, ptr %q
  %sum = add i32 %x, %y
  ret i32 %sum
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
