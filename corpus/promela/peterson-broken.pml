// Without the turn, both may enter.
bool want[2];
byte inside;

active [2] proctype P() {
	do
	:: !want[1 - _pid];
	   want[_pid] = true;
	   inside++;
	   assert(inside == 1);
	   inside--;
	   want[_pid] = false
	od
}

// spin: states 36, end states 0, other errors yes
