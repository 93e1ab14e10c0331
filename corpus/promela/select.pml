// select with constants, with variables, with a wide range; else in nested selections.
byte a, b = 2, c;

active proctype P() {
	select (a : 1 .. 3);
	select (c : a .. b + 1);
	if
	:: c == 1 -> skip
	:: if
	   :: c == 2 -> c = 5
	   :: else -> c = 6
	   fi
	fi;
	select (b : 0 .. 40);
	assert(b <= 40 && c != 3)
}

// spin: states 1255, end states 0, other errors no
