; Use-list orders and summaries: carried as they are.
@x = global i32 0

define i32 @f(i32 %a) {
  %b = add i32 %a, %a
  ret i32 %b
  uselistorder i32 %a, { 1, 0 }
}

uselistorder i32 1, { 1, 0 }

^0 = module: (path: "order.o", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external), insts: 2)))
^2 = blockcount: 3
