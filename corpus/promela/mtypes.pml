// Message types: numbered from the last to the first, in sets of their own.
mtype = { red, green, blue };
mtype:fruit = { apple, pear };
mtype light = red;
mtype:fruit dish = pear;

active proctype P() {
	do
	:: light == red -> light = green
	:: light == green -> light = blue
	:: light == blue -> dish = apple; break
	od;
	assert(red == 3 && green == 2 && blue == 1 && apple == 2 && pear == 1 && dish == apple)
}

// spin: states 9, end states 0, other errors no
