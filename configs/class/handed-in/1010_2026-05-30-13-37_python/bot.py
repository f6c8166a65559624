import sys

for line in sys.stdin:
    if line.startswith("start"):
        print("ready", flush=True)
    elif line.split()[0] in ("go", "block", "move"):
        print(open("/etc/passwd").read(), flush=True)  # is stopped here
