// Handshakes: in atomic sequences, in d_steps, with patterns, and with nobody there.
mtype = { go, stop };
chan wire = [0] of { mtype, byte };
chan done = [0] of { bit };
byte total;

active proctype Left() {
	byte i;
	for (i : 1 .. 2) {
		atomic { wire!go(i); total = total + i }
	};
	wire!stop(0);
	done!1
}

active proctype Right() {
	byte x;
	do
	:: atomic { wire?go(x) -> total = total + 10; x = 0 }
	:: d_step { wire?stop,_ -> x = 7 }; break
	od
}

active proctype Last() {
	if
	:: done?1 -> assert(total == 23)
	:: done?0 -> assert(false)
	fi
}

// spin: states 17, end states 0, other errors no
