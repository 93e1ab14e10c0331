// The sliding window protocol of the Quotient paper: two processes, and no `timeout`.
//
// The sender (M) keeps up to two messages until they are acknowledged, and sends either of them as
// often as it likes; the receiver (N) keeps up to two that it has not delivered, the second perhaps
// before the first, and acknowledges, as often as it likes, the last one up to which nothing is
// missing. Sequence numbers are modulo four. There are three kinds of messages: 1 is red, 2 white, 3
// blue. Losing needs no step: what is not taken is lost, and can be sent again. An empty place sends a
// 0, which nobody heeds: so no process ever waits for one that waits for it.
//
// From: Finkbeiner, Schewe and Brill, "Automatic synthesis of assumptions for compositional model
// checking" (FORTE 2006), section 7, which describes the benchmark in a few sentences; the same as
// corpus/cases/sliding-window.lts, but for the counted losses. The properties, by what happened:
//
//   A: no white output without a white input     --never 'white_out && !white_in'
//   B: nothing white sent without a white input  --never 'white_net && !white_in'
//   C: no white output that was not sent         --never 'white_out && !white_net'
//   D: nothing is ever delivered (wrong)         --never 'some_out'

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
