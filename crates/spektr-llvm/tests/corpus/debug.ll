; Debug info: records, intrinsics, nodes of all shapes.
define i32 @f(i32 %x) !dbg !4 {
    #dbg_value(i32 %x, !7, !DIExpression(), !8)
    #dbg_label(!9, !8)
  %y = add i32 %x, 1, !dbg !8
    #dbg_value(!DIArgList(i32 %x, i32 %y), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !8)
  call void @llvm.dbg.value(metadata i32 %y, metadata !7, metadata !DIExpression()), !dbg !8
  ret i32 %y, !dbg !DILocation(line: 3, column: 7, scope: !4)
}

declare !dbg !10 void @g()

declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, nameTableKind: None)
!1 = !DIFile(filename: "a.c", directory: "/tmp", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000")
!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed, flags: DIFlagPublic | DIFlagVector)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition | DISPFlagOptimized, retainedNodes: !{})
!5 = !DISubroutineType(types: !6)
!6 = !{!2, !2}
!7 = !DILocalVariable(name: "x", arg: 1, scope: !4, type: !2)
!8 = !DILocation(line: 2, scope: !4)
!9 = !DILabel(scope: !4, name: "here", file: !1, line: 2)
!10 = !DISubprogram(name: "g", scope: null, type: !5)
!11 = !DITemplateValueParameter(type: !2, value: i32 7)
!12 = !GenericDINode(tag: DW_TAG_null, header: "text", operands: {!1, null, !2})
!13 = distinct !{!13}
