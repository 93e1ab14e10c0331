// Two processes that offer a handshake at the same time: nothing ever happens.
chan a = [0] of { byte };
chan b = [0] of { byte };

active proctype P() { a!1; b?_ }
active proctype Q() { b!1; a?_ }

never { do :: skip od }

// expect: deadlock
