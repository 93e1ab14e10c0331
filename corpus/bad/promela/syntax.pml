// Several mistakes, each with its place; reading goes on after each.
byte x = ;
byt y;
active proctype P( {
	skip
}
active proctype Q() {
	x = 1 +;
	if
	x == 1
	fi;
	do :: x > 0 -> x-- :: else break od;
	x = (1 -> 2);
	c ! 1,;
	goto
}
active proctype R() {
	x = 2 y = 3;
	(x == 1;
	x = 4
