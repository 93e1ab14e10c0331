/* Clients and a server: buffered channels. */
#ifndef N
#define N 4
#endif
mtype = { req, grant, rel };
chan to = [N] of { mtype, byte };
chan from[N] = [1] of { mtype };
byte busy;
active [N] proctype Client() {
	do
	:: to!req(_pid); from[_pid]?grant; busy++; assert(busy == 1); busy--; to!rel(_pid)
	od
}
active proctype Server() {
	byte who;
	do
	:: to??req(who) -> from[who]!grant; to??rel(eval(who))
	od
}
