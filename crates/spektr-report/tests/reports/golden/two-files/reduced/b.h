extern unsigned twice(int);
