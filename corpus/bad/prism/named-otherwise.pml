dtmc
module m
 s:[0..3] init 0;
 [] s=0 -> 0.5:(s'=1)+0.5:(s'=2;
endmodule
