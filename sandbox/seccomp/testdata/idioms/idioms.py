# Odd things that honest Python programs do.
import asyncio, collections, datetime, hashlib, json, locale, os, platform, random, sys, threading, time

line = input()
t = threading.Thread(target=lambda: time.sleep(0.001))
t.start()
t.join()


async def wait():
    await asyncio.sleep(0.001)


asyncio.run(wait())
os.path.expanduser("~/x")
random.seed()
sys.setrecursionlimit(100000)
print("ok", datetime.datetime.now().astimezone(), hashlib.sha256(b"x").hexdigest(), platform.system(), os.cpu_count(), line, flush=True)
if line == "abort":
    raise RuntimeError("nobody catches this")
