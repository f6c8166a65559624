"use strict";
require("./papersoccer").play(require("./bot").think);
