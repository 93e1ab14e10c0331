// Names that are not there, or there twice.
mtype = { red, green };
byte count, total;
byte count;
typedef T { byte f };
T t;
chan c = [1] of { byte };

active proctype P() {
	byte x, x;
	cuont = 1;
	t.g = 2;
	t = 3;
	c2!1;
	total!1;
	goto there;
	theer: skip;
	theer: skip;
	break;
	run Q();
	run R(1, 2);
	x[3] = 1;
	P@nowhere
}

proctype R(byte a) { skip }
proctype R(byte b) { skip }
