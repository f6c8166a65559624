// Odd things that honest node programs do.
const crypto = require("crypto");
const os = require("os");
process.stdin.once("data", (d) => {
  setTimeout(() => {
    console.log("ok", new Date().toLocaleString("pl"), crypto.randomInt(10), os.cpus().length, String(d));
    if (String(d) === "abort\n") throw new Error("nobody catches this");
    process.exit(0);
  }, 1);
});
