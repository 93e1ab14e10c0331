// A token that goes round: whoever has it may enter.
#define N 4
chan pass[N] = [1] of { bit };

active [N] proctype Node() {
	if
	:: _pid == 0 -> goto cs
	:: else -> goto end
	fi;
end:	pass[_pid]?1;
cs:	pass[(_pid + 1) % N]!1;
	goto end
}

// spin: states 38, end states 0, other errors no
