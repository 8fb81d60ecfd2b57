; ModuleID = 'module.ll'
source_filename = "module.ll"
target datalayout = "e-p:64:64-p1:16:16-p2:32:32:32-p3:64:64:64"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable
define ptr @ptr_sink_r0(ptr readnone returned captures(ret: address, provenance) %r) local_unnamed_addr #0 {
entry:
  ret ptr %r
}

; Function Attrs: nofree noinline nosync nounwind memory(none) uwtable
define ptr @ptr_scc_r2(ptr readnone captures(address) %a, ptr readnone captures(address) %b, ptr readnone %r) local_unnamed_addr #1 {
entry:
  br label %tailrecurse

tailrecurse:                                      ; preds = %tailrecurse, %entry
  %a.tr = phi ptr [ %a, %entry ], [ %b.tr, %tailrecurse ]
  %b.tr = phi ptr [ %b, %entry ], [ %a.tr, %tailrecurse ]
  %cmp = icmp ugt ptr %a.tr, %b.tr
  br i1 %cmp, label %tailrecurse, label %if.end

if.end:                                           ; preds = %tailrecurse
  %cmp2 = icmp ult ptr %a.tr, %b.tr
  br i1 %cmp2, label %if.then3, label %common.ret1

common.ret1:                                      ; preds = %if.end, %if.then3
  %common.ret1.op = phi ptr [ %call11, %if.then3 ], [ %r, %if.end ]
  ret ptr %common.ret1.op

if.then3:                                         ; preds = %if.end
  %call5 = tail call ptr @ptr_scc_r1(ptr %a.tr, ptr nonnull %b.tr, ptr poison)
  %call6 = tail call ptr @ptr_scc_r2(ptr %r, ptr %r, ptr %r)
  %call7 = tail call ptr @ptr_scc_r1(ptr %a.tr, ptr %call6, ptr poison)
  %call8 = tail call ptr @ptr_scc_r2(ptr %a.tr, ptr nonnull %b.tr, ptr %r)
  %call9 = tail call ptr @ptr_scc_r2(ptr %call5, ptr %call7, ptr %call8)
  %call11 = tail call ptr @ptr_scc_r1(ptr nonnull %b.tr, ptr %call9, ptr poison)
  br label %common.ret1
}

; Function Attrs: nofree noinline nosync nounwind memory(none) uwtable
define ptr @ptr_scc_r1(ptr readnone captures(address) %a, ptr readnone captures(address) %r, ptr readnone captures(none) %b) local_unnamed_addr #1 {
entry:
  %call1 = tail call ptr @ptr_scc_r2(ptr %r, ptr %a, ptr %r)
  ret ptr %call1
}

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable }
attributes #1 = { nofree noinline nosync nounwind memory(none) uwtable }
