; ModuleID = 'module.ll'
source_filename = "module.ll"
target datalayout = "E-p:64:64:64-a0:0:8-f32:32:32-f64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:32:64-v64:64:64-v128:128:128"

; Function Attrs: memory(write)
define i8 @test_hoistable_existing_load_sinkable_store_writeonly(ptr dereferenceable(8) %0) #0 {
  %2 = load i8, ptr %0, align 1
  br label %3

3:                                                ; preds = %4, %1
  br i1 false, label %4, label %5

4:                                                ; preds = %3
  store i8 %2, ptr null, align 1
  br label %3

5:                                                ; preds = %3
  ret i8 0
}

attributes #0 = { memory(write) }
