// Options that cannot be.
byte x;
init {
	if
	:: x == 1
	:: else -> skip
	:: else -> x = 1
	fi;
	if
	:: 
	fi;
	do od
}
