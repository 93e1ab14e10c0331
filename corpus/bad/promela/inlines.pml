// Inlines that are called wrongly.
byte x;
inline add(a, b) { a = a + b }
inline endless() { endless() }
init {
	add(x);
	ad(x, 1);
	add(x, 1 +);
	endless()
}
