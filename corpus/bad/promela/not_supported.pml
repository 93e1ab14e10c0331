// What the language has and Surmise has not.
c_decl { int x; };
byte y;
active proctype P() provided (y > 0) {
	c_code { now.y = 1; };
	y = 2
}
active proctype Q() priority 3 {
	enabled(0) -> skip
}
proctype S(byte a[2]) { skip }
