"use strict";
require("./catchcat").play(require("./bot").think);
