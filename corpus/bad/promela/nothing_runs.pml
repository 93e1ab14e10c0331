// Nobody starts.
proctype P() { skip }
