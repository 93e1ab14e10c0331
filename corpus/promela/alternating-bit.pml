// The alternating bit protocol over channels that lose messages.
mtype = { msg, ack };
chan to = [1] of { mtype, bit, byte };
chan back = [1] of { mtype, bit };

inline lose(channel, first, second) {
	if
	:: channel?first,second
	:: skip
	fi
}

active proctype Sender() {
	bit number;
	byte data;
	do
	:: to!msg(number, data);
	   if
	   :: back?ack,eval(number) -> number = 1 - number; data = (data + 1) % 3
	   :: back?ack,eval(1 - number)
	   :: timeout
	   fi
	od
}

active proctype Receiver() {
	bit number, expected;
	byte data, last;
	bool first = true;
	end: do
	:: to?msg(number, data) ->
	   if
	   :: number == expected ->
	      assert(first || data == (last + 1) % 3);
	      first = false;
	      last = data;
	      expected = 1 - expected
	   :: else
	   fi;
	   if
	   :: back!ack(number)
	   :: skip /* lost */
	   fi
	od
}

active proctype Thief() {
	end: do
	:: to?_,_,_
	:: back?_,_
	od
}

// spin: states 103, end states 0, other errors no
