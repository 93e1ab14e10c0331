/* A program of SPIN in a file that is called as models of PRISM often are. */
int x;

active proctype P() { do :: x < 1000 -> x++ od }

// expect: deadlock
