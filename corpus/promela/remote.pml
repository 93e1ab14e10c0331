// Looking into other processes: where they are, and their variables. Claims are kept.
byte turn;

active [2] proctype P() {
	byte loops;
	do
	:: turn == _pid ->
	cs: loops = 1 - loops;
	   turn = 1 - turn
	od
}

active proctype Watcher() {
	do
	:: P[0]@cs && P[1]@cs -> assert(false)
	:: P[0]:loops == 1 && !P[1]@cs -> break
	od
}

ltl alternate { [] !(P[0]@cs && P[1]@cs) }
never { do :: skip od }

// spin: states 36, end states 0, other errors no
