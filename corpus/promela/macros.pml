// The preprocessor: macros, conditions, included files; inlines.
#include "macros.h"
#define swap(a, b) tmp = a; a = b; \
	b = tmp
#ifdef UNKNOWN
this is not read
#else
#if defined(SIZE) && SIZE * 2 == 6
byte v[SIZE];
#else
byte wrong;
#endif
#endif
#undef SIZE
#ifndef SIZE
#define var(name) v_##name
#endif
byte var(one) = 1, var(two) = 2;

inline twice(index) {
	INCREMENT(v[index]);
	again: INCREMENT(v[index]);
	if
	:: v[index] < 2 -> goto again
	:: else
	fi
}

active proctype P() {
	byte tmp;
	swap(v_one, v_two);
	assert(v_one == 2 && v_two == 1);
	twice(0);
	twice(1);
	assert(v[0] == 2)
}

// spin: states 13, end states 0, other errors no
