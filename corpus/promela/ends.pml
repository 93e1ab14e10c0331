// Where it is allowed to stop: at the end, and at end labels.
chan c = [0] of { byte };
chan d = [0] of { byte };

active proctype Server() {
	byte x;
end_serve:
	do
	:: c?x -> d!x
	od
}

active proctype Client() {
	byte y;
	c!1;
	d?y;
	if
	:: c!2; d?y
	:: y == 1 -> goto endless
	:: c!3
	fi;
	skip;
endless:
	false
}

// spin: states 9, end states 1, other errors no
