// An assertion that holds is a claim like any other.
active proctype P() { assert(1) }

// expect: no error, no deadlock
