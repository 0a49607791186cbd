// Loaded first: settings of Node that must be made once and whose defaults suit other workloads.
const { setFlagsFromString } = require("node:v8");

// Number of threads for file access and for the embedded engine's statements; only four by default.
process.env.UV_THREADPOOL_SIZE ??= "8";

// Percent by which the heap grows before the next garbage collection; several times as much by default.
setFlagsFromString("--heap-growing-percent=60");
