// Channels in messages, as parameters, in arrays, and local to a process.
chan server = [1] of { chan, byte };
chan lines[2] = [1] of { byte };

proctype Client(byte n; chan reply) {
	byte x;
	server!reply,n;
	reply?x;
	assert(x == n + 1)
}

active proctype Server() {
	chan back;
	byte n;
	end: do
	:: server?back,n -> back!n + 1
	od
}

active proctype Own() {
	chan mine = [0] of { byte };
	byte x;
	atomic { run Client(5, lines[0]); run Client(7, lines[1]) };
	server!mine,3;
	mine?x;
	assert(x == 4)
}

// spin: states 293, end states 0, other errors no
