target datalayout = "E-p:64:64:64-a0:0:8-f32:32:32-f64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:32:64-v64:64:64-v128:128:128"

define i8 @test_hoistable_existing_load_sinkable_store_writeonly(ptr dereferenceable(8) %0) #0 {
  br label %2

2:
  br i1 false, label %3, label %5

3:
  %4 = load i8, ptr %0, align 1
  store i8 %4, ptr null, align 1
  br label %2

5:
  ret i8 0
}

attributes #0 = { memory(write) }
