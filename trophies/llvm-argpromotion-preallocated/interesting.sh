#!/bin/sh
# Succeeds as long as a module shows the bug:
# llvm-reduce --test=./interesting.sh MODULE
opt-22 -passes=argpromotion -disable-output "$1" 2>&1 | grep -q -F -e 'llvm::PassManager<llvm::Module, llvm::AnalysisManager<llvm::Module> >::run'
