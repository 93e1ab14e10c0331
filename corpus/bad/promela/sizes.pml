// Sizes that make no sense.
byte n = 3;
byte a[0];
byte b[n];
byte c[4294967295];
unsigned u : 99;
chan q = [256] of { byte };
chan r = [1] of { int, Unknown };
active [1000] proctype P() { skip }
init { a[1] = 2; int k[2] = { 1, 2, 3 } }
