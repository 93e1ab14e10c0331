// Processes that are created, end, and leave their numbers to others.
byte ended;

proctype Child(byte n; byte m) {
	byte own = n + m;
	ended++;
	assert(own > _pid - 1)
}

init {
	pid first;
	first = run Child(1, 2);
	run Child(2, 2);
	_nr_pr == 1;
	assert(ended == 2 && first == 1);
	atomic { run Child(1, 1); run Child(1, 2); run Child(1, 3) };
	(_nr_pr == 1)
}

// spin: states 65, end states 0, other errors no
