//@ verdict: undefined
//@ rule: format-invalid
//@ witness: none: conversion specifications are not checked
// C17 7.21.6.1p6: A flag must go with its conversion.
int printf(const char *, ...);
int main(void) {
    printf("%#d\n", 255); //~
}
