byte z;
inline set(v) {
	v = 1 1
}
