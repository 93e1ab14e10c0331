// Words that are none.
byte x$ = 1;
byte y = 99999999999;
byte z = 'ab';
active proctype P() {
	printf("never closed);
	x = 1
}
/* never closed
