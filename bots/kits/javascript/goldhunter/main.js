"use strict";
require("./goldhunter").play(require("./bot").think);
