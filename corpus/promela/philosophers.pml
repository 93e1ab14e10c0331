// Three philosophers who all take the left fork first: they starve.
#define N 3
bool fork[N];

active [N] proctype Philosopher() {
	byte left = _pid, right = (_pid + 1) % N;
	do
	:: atomic { !fork[left] -> fork[left] = true };
	   atomic { !fork[right] -> fork[right] = true };
	   printf("eat\n");
	   fork[right] = false;
	   fork[left] = false
	od
}

// spin: states 44, end states 1, other errors no
