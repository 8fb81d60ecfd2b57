define <4 x i32> @reversed_sum(<4 x i32> %a, <4 x i32> %b) {
  %turned = shufflevector <4 x i32> %b, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %sum = add <4 x i32> %a, %turned
  ret <4 x i32> %sum
}

define <4 x i32> @larger(<4 x i32> %a, <4 x i32> %b) {
  %which = icmp sgt <4 x i32> %a, %b
  %value = select <4 x i1> %which, <4 x i32> %a, <4 x i32> %b
  ret <4 x i32> %value
}

define i32 @add_lanes(<4 x i32> %v) {
  %swapped = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 2, i32 3, i32 poison, i32 poison>
  %pairs = add <4 x i32> %v, %swapped
  %a = extractelement <4 x i32> %pairs, i32 0
  %b = extractelement <4 x i32> %pairs, i32 1
  %sum = add i32 %a, %b
  ret i32 %sum
}

define <4 x i32> @built(i32 %a, i32 %b) {
  %one = insertelement <4 x i32> poison, i32 %a, i64 0
  %two = insertelement <4 x i32> %one, i32 %b, i64 1
  %all = shufflevector <4 x i32> %two, <4 x i32> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  ret <4 x i32> %all
}

define <2 x i64> @halves(<4 x i32> %v) {
  %cast = bitcast <4 x i32> %v to <2 x i64>
  %moved = lshr <2 x i64> %cast, <i64 16, i64 3>
  ret <2 x i64> %moved
}

define <8 x i16> @narrow(<8 x i32> %v) {
  %small = trunc <8 x i32> %v to <8 x i16>
  %masked = and <8 x i16> %small, splat (i16 255)
  ret <8 x i16> %masked
}

define i32 @one_lane(<4 x i32> %v, i32 %at) {
  %inside = and i32 %at, 3
  %x = extractelement <4 x i32> %v, i32 %inside
  ret i32 %x
}

define <2 x i32> @sign_bits(<2 x i1> %mask, <2 x i32> %y) {
  %spread = sext <2 x i1> %mask to <2 x i32>
  %mixed = xor <2 x i32> %spread, <i32 42, i32 -7>
  %rest = urem <2 x i32> %y, %mixed
  ret <2 x i32> %rest
}

define void @store_lanes(ptr %p, <4 x i32> %v) {
  %a = extractelement <4 x i32> %v, i64 0
  %b = extractelement <4 x i32> %v, i64 3
  %next = getelementptr inbounds i32, ptr %p, i64 1
  store i32 %a, ptr %p
  store i32 %b, ptr %next
  ret void
}

define <4 x float> @blend(<4 x float> %a, <4 x float> %b) {
  %mixed = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  %scaled = fmul <4 x float> %mixed, splat (float 2.0)
  ret <4 x float> %scaled
}
