// Records, arrays, arrays in records, records in messages; numbers that wrap round.
typedef Point { byte x; byte y };
typedef Line { Point from; Point to; bit marks[2] };
chan wire = [1] of { Point, bool };
Line line;
byte small = 250;
short middle = 32767;
unsigned three : 3 = 6;
int large = 2147483647;
bit flag = 1;

active proctype P() {
	Point p;
	byte i;
	p.x = 3; p.y = p.x * 2;
	wire!p,true;
	for (i : 0 .. 1) {
		line.marks[i] = 1 - line.marks[i]
	};
	small = small + 10;
	middle++;
	three = three + 3;
	large = large + 1;
	flag--;
	flag--;
	assert(small == 4 && middle == -32768 && three == 1 && large < 0 && flag == 1)
}

active proctype Q() {
	bool b;
	wire?line.to,b;
	assert(line.to.y == 6 && b);
	line.from.x = line.to.x << 2 | 1;
	assert(line.from.x == 13 && (b -> line.from.x : 0) % 4 == 1 && -7 / 2 == -3 && ~0 == -1)
}

// spin: states 100, end states 0, other errors no
