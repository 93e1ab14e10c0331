// A step that waits until nothing else can happen.
byte x;

active proctype P() {
	do
	:: x < 2 -> x++
	:: timeout -> break
	od;
	assert(x == 2)
}

active proctype Q() { x == 2 -> skip }

// expect: no error, no deadlock
