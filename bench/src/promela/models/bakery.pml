/* Lamport's bakery for N processes, with numbers that start again: shared variables. */
#ifndef N
#define N 3
#endif
#define MAX 7
bit choosing[N]; byte number[N]; byte inside;
active [N] proctype P() {
	byte j, max;
	do
	:: choosing[_pid] = 1; max = 0; j = 0;
	   do
	   :: j < N -> if :: number[j] > max -> max = number[j] :: else fi; j++
	   :: else -> break
	   od;
	   if
	   :: max < MAX -> number[_pid] = max + 1
	   :: else -> choosing[_pid] = 0; goto again
	   fi;
	   choosing[_pid] = 0; j = 0;
	   do
	   :: j < N ->
	      choosing[j] == 0;
	      (number[j] == 0 || number[j] > number[_pid] || (number[j] == number[_pid] && j >= _pid));
	      j++
	   :: else -> break
	   od;
	   inside++; assert(inside == 1); inside--;
	   number[_pid] = 0;
again:	   skip
	od
}
