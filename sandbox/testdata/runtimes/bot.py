#!/usr/bin/env python3
"""Answers lines; "read PATH" gives what a file begins with, "line" the line itself."""
import sys

for line in sys.stdin:
    verb, _, rest = line.strip().partition(" ")
    if verb == "read":
        try:
            with open(rest) as f:
                print(f.readline().strip())
        except OSError as e:
            print("error", e.errno)
    elif verb == "list":
        import os
        try:
            print(",".join(sorted(os.listdir(rest))))
        except OSError as e:
            print("error", e.errno)
    else:
        print(line.strip())
