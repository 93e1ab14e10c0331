// Mutual exclusion with a mistake: Q says that it wants to enter after it has given way. No assertion tells;
// the predicate 'P@cs && Q@cs' does.
bool want[2];
byte turn;
active proctype P() {
	do
	:: want[0] = true; turn = 1;
	   (!want[1] || turn == 0);
cs:	   skip;
	   want[0] = false
	od
}
active proctype Q() {
	do
	:: turn = 0; want[1] = true;
	   (!want[0] || turn == 1);
cs:	   skip;
	   want[1] = false
	od
}

// spin: states 41, end states 0, other errors no
