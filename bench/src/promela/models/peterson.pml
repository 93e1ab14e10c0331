/* Peterson's algorithm for N processes, by filters: shared variables. */
#ifndef N
#define N 4
#endif
byte pos[N]; byte step[N]; byte ncrit;
active [N] proctype P() {
	byte i, k;
	do
	:: i = 1;
	   do
	   :: i < N ->
	      pos[_pid] = i; step[i] = _pid; k = 0;
	      do
	      :: k < N && (k == _pid || pos[k] < i) -> k++
	      :: step[i] != _pid -> break
	      :: k == N -> break
	      od;
	      i++
	   :: else -> break
	   od;
	   ncrit++; assert(ncrit == 1); ncrit--;
	   pos[_pid] = 0
	od
}
