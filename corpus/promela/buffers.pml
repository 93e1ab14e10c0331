// Sorted sends, random receives, copies, polls, and tests of channels.
chan q = [3] of { byte, bool };
chan one = [1] of { byte };
byte seen, copies;

active proctype Writer() {
	q!!3,true;
	q!!1,false;
	q!!2,true;
	full(q);
	nempty(q) && len(q) == 3
}

active proctype Reader() {
	byte x;
	bool b;
	full(q);
	q?<x,b>;
	assert(x == 1 && !b);
	q??2,b;
	q??[3,true];
	!(q??[2,_]);
	q?x,_;
	seen = x;
	nfull(q);
	do
	:: q?x,b -> copies++
	:: empty(q) -> break
	od;
	one!seen + copies
}

active proctype Other() {
	byte y;
	one?[2];
	one?y;
	assert(y == 2)
}

// spin: states 61, end states 2, other errors no
