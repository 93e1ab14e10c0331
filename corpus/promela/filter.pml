// Peterson's algorithm for N processes: N - 1 levels, at each of which one stays behind.
#define N 2
byte level[N];
byte last[N];

active [N] proctype P() {
	byte l, k;
end:	do
	:: l = 1;
	   do
	   :: l < N ->
	      level[_pid] = l; last[l] = _pid; k = 0;
	      do
	      :: k < N ->
	         if
	         :: k == _pid
	         :: else -> (level[k] < l || last[l] != _pid)
	         fi;
	         k++
	      :: else -> break
	      od;
	      l++
	   :: else -> break
	   od;
cs:	   level[_pid] = 0
	od
}

// spin: states 457, end states 0, other errors no
