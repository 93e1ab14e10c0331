// A sliding window protocol: at most two messages are under way, numbered modulo three, over
// channels that lose. Whatever is not acknowledged is sent again. The items that are sent are 0, 1,
// 2, 3, 0, …, and arrive in this order.
#define MOD 3
#define WINDOW 2
#define ITEMS 4
// How far one number is behind another.
#define distance(from, to) ((to + MOD - from) % MOD)

mtype = { data, ack };
chan forward = [2] of { mtype, byte, byte };
chan backward = [2] of { mtype, byte };

active proctype Sender() {
	byte first, next, number, item; // `item` goes with `first`
	do
	:: distance(first, next) < WINDOW ->
	   forward!data(next, (item + distance(first, next)) % ITEMS);
	   next = (next + 1) % MOD
	:: backward?ack(number) ->
	   // It acknowledges all before `number`.
	   if
	   :: distance(first, number) <= distance(first, next) ->
	      item = (item + distance(first, number)) % ITEMS;
	      first = number
	   :: else
	   fi
	:: timeout -> next = first
	od
}

active proctype Receiver() {
	byte expected, number, item, wanted;
end:	do
	:: forward?data(number, item) ->
	   if
	   :: number == expected ->
	      assert(item == wanted);
	      wanted = (wanted + 1) % ITEMS;
	      expected = (expected + 1) % MOD
	   :: else
	   fi;
	   backward!ack(expected)
	od
}

active proctype Loss() {
end:	do
	:: forward?_,_,_
	:: backward?_,_
	od
}


// spin: states 6579, end states 0, other errors no
