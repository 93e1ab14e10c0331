/* Leader election in a ring of N nodes that talk in one direction (Dolev, Klawe, Rodeh). */
#ifndef N
#define N 6
#endif
#define L 2
mtype = { one, two, winner };
chan q[N] = [L] of { mtype, byte };
byte leaders;
proctype node(chan in, out; byte mine) {
	bit running = 1, known = 0; byte number, most = mine, left;
	out!one(mine);
end:	do
	:: in?one(number) ->
	   if
	   :: running ->
	      if
	      :: number != most -> out!two(number); left = number
	      :: else -> known = 1; out!winner(number)
	      fi
	   :: else -> out!one(number)
	   fi
	:: in?two(number) ->
	   if
	   :: running ->
	      if
	      :: left > number && left > most -> most = left; out!one(left)
	      :: else -> running = 0
	      fi
	   :: else -> out!two(number)
	   fi
	:: in?winner(number) ->
	   if
	   :: known -> leaders++; assert(leaders == 1)
	   :: else -> known = 1; out!winner(number)
	   fi;
	   break
	od
}
init {
	byte i;
	atomic {
		i = 0;
		do
		:: i < N -> run node(q[i], q[(i + 1) % N], (N + 2 - i) % N + 1); i++
		:: else -> break
		od
	}
}
