/* Dining philosophers, the last one left-handed: shared variables and atomic steps. */
#ifndef N
#define N 11
#endif
bit fork[N];
active [N] proctype Phil() {
	byte l, r;
	d_step { if :: _pid == N - 1 -> l = 0; r = N - 1 :: else -> l = _pid; r = _pid + 1 fi };
	do
	:: atomic { fork[l] == 0 -> fork[l] = 1 };
	   atomic { fork[r] == 0 -> fork[r] = 1 };
	   fork[l] = 0; fork[r] = 0
	od
}
