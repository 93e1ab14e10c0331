// Atomic sequences that block in the middle, jump out, and jump into one another.
byte x, y;

active proctype A() {
	atomic { x = 1; y == 1; x = 2 };
	atomic { y = 0; goto inside };
outside:
	x = 5;
	goto out;
	atomic { skip; inside: x = 3; x = 4; goto outside };
out:
	skip
}

active proctype B() {
	atomic {
		x == 1;
		y = 1;
		do
		:: y < 3 -> y++
		:: y > 1 -> break
		od
	};
	d_step {
		y = 1;
		do
		:: x < 3 -> x++
		:: else -> break
		od
	}
}

// spin: states 15, end states 0, other errors no
