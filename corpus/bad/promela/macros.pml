// Mistakes in macros point to where the macro is used; in included files, to the inclusion.
#define TWO(a, b) a = b
#define BROKEN x = = 1
#include "missing.h"
#include "broken.h"
#include <stdio.h>
#if 1 +
#endif
#unknown
#else
byte x;
active proctype P() {
	TWO(x);
	BROKEN;
	TWO(x, unknown)
}
#if 0
