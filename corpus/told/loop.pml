// A loop, local variables, and an assertion that fails in the end.
byte total;

active proctype P() {
	byte i;
	int sum = 3;
	for (i : 1 .. 2) {
		sum = sum + i;
		total = sum
	}
	assert(sum < 5 && total == 6)
}

active proctype Q() { total == 6 -> skip }

#if 0
What isn't used may say anything.
#endif

ltl mutex { [] (total < 9) }

// expect: error, no deadlock
