// unless: around a sequence, around a loop, nested.
byte x, count;

active proctype P() {
	do
	:: count < 3 ->
	   {
	   	x == 1;
	   	{ x = 2; x = 3 } unless { x == 7 -> count = 3 }
	   } unless {
	   	x == 5 -> x = 1
	   };
	   count++
	:: else -> break
	od
}

active proctype Q() {
	do
	:: x = 5
	:: x = 1
	:: x = 7
	:: count == 3 -> break
	od
}

// spin: states 133, end states 0, other errors no
