// The sliding window protocol of the Quotient paper, as in sliding-window.pml, with a process that
// watches for a property, so that a quotient of the receiver can be made for it and SPIN can check the
// program with that in its place:
//
//   surmise assume corpus/papers/sliding-window-watched.pml --method quotient --component Receiver -o small.pml
//   spin -run -E small.pml
//
// The property is A. For B and C, `BAD` is `white_net && !white_in` and `white_out && !white_net`.

#ifndef BAD
#define BAD	white_out && !white_in
#endif

chan net = [0] of { byte, byte };
chan acknowledged = [0] of { byte };
bit white_in, white_net, white_out, some_out;

active proctype Sender() {
	byte base, first, second, s;
end:	do
	:: d_step { first == 0 -> first = 1 }
	:: d_step { first == 0 -> first = 2; white_in = 1 }
	:: d_step { first == 0 -> first = 3 }
	:: d_step { first != 0 && second == 0 -> second = 1 }
	:: d_step { first != 0 && second == 0 -> second = 2; white_in = 1 }
	:: d_step { first != 0 && second == 0 -> second = 3 }
	:: net!base, first
	:: net!(base + 1) % 4, second
	:: acknowledged?s ->
	   if
	   :: first != 0 && s == base -> d_step { base = (base + 1) % 4; first = second; second = 0; s = 0 }
	   :: second != 0 && s == (base + 1) % 4 -> d_step { base = (base + 2) % 4; first = 0; second = 0; s = 0 }
	   :: else -> s = 0
	   fi
	od
}

active proctype Receiver() {
	byte next, first, second, s, m;
end:	do
	:: net?s, m ->
	   d_step {
	      white_net = white_net || m == 2;
	      if
	      :: m != 0 && s == next && first == 0 -> first = m
	      :: m != 0 && s == (next + 1) % 4 && second == 0 -> second = m
	      :: else
	      fi;
	      s = 0; m = 0
	   }
	:: d_step { first != 0 -> white_out = white_out || first == 2; some_out = 1;
	            next = (next + 1) % 4; first = second; second = 0 }
	:: acknowledged!(first == 0 -> (next + 3) % 4 : (second == 0 -> next : (next + 1) % 4))
	od
}

active proctype Watch() {
endw:	d_step { BAD -> assert(false) }
}
