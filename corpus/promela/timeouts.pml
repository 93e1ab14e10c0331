// timeout: only if nothing else can happen; then once more.
byte x;
chan c = [1] of { byte };

active proctype P() {
	do
	:: x < 2 -> c!x
	:: timeout -> x++; if :: x > 2 -> break :: else fi
	od
}

active proctype Q() {
	byte y;
end:
	do
	:: c?y; x > y
	od
}

// spin: states 8, end states 1, other errors no
