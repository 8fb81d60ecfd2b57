; Memory: allocas, accesses, addresses, atomics.
%pair = type { i32, [4 x i64] }

@global = global i32 0, align 4

define i32 @accesses(ptr %p, i64 %n) {
entry:
  %one = alloca i32, align 4
  %many = alloca %pair, i64 %n, align 16
  %far = alloca i8, align 1, addrspace(5)
  store i32 1, ptr %one, align 4
  store volatile i32 2, ptr %p, align 2
  store atomic i32 3, ptr %p syncscope("singlethread") release, align 4
  %a = load i32, ptr %one, align 4, !range !0, !noundef !1
  %b = load volatile i32, ptr %p
  %c = load atomic i32, ptr %p acquire, align 4
  %field = getelementptr inbounds %pair, ptr %many, i64 0, i32 1, i64 %n
  %next = getelementptr nusw nuw i8, ptr %p, i64 4
  %both = getelementptr inbounds nuw i8, ptr %p, i64 4
  %lanes = getelementptr i32, ptr %p, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
  fence syncscope("agent") seq_cst
  %old = atomicrmw add ptr %p, i32 1 monotonic, align 4
  %other = atomicrmw volatile uinc_wrap ptr %p, i32 7 syncscope("agent") acq_rel
  %pair = cmpxchg weak volatile ptr %p, i32 %a, i32 %b acq_rel monotonic, align 4
  %swapped = extractvalue { i32, i1 } %pair, 1
  %sum = add i32 %c, %old
  ret i32 %sum
}

define ptr @expressions() {
  ret ptr getelementptr inbounds (%pair, ptr null, i64 1, i32 1, i64 2)
}

!0 = !{i32 0, i32 10}
!1 = !{}
