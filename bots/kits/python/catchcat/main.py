import sys

sys.dont_write_bytecode = True  # a bot's folder is read-only in the arena

import bot
import catchcat

catchcat.play(bot.think)
