// Loaded before all else: what Node is told once, and by itself chooses for other work.
const { setFlagsFromString } = require("node:v8");

// Threads for its files and for the embedded engine's statements: by itself only four.
process.env.UV_THREADPOOL_SIZE ??= "8";

// Percent by which the heap grows until what nobody uses is removed: by itself several times as much.
setFlagsFromString("--heap-growing-percent=100");
