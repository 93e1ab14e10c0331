// Clients that ask a server, which grants to one at a time and denies while it is busy.
#define N 3
chan ask = [0] of { byte };
chan answer[N] = [0] of { bool };
chan done = [0] of { byte };

active [N] proctype Client() {
	bool granted;
end:	do
	:: ask!_pid; answer[_pid]?granted;
	   if
	   :: granted -> cs: done!_pid
	   :: else
	   fi
	od
}

active proctype Server() {
	bool busy;
	byte who;
end:	do
	:: ask?who;
	   if
	   :: busy -> answer[who]!false
	   :: else -> busy = true; answer[who]!true
	   fi
	:: done?who; busy = false
	od
}

// spin: states 460, end states 0, other errors no
