define i8 @test4a() {
  %1 = call noalias ptr @malloc(i64 1) #0
  %2 = load i8, ptr %1
  ret i8 0
}

declare ptr @malloc(i64)

attributes #0 = { nobuiltin nounwind }
