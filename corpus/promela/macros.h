/* Included by macros.pml. */
#define SIZE 3
#define INCREMENT(x) x = x + 1
