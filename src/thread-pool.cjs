// Loaded before all else: Node starts the threads for its files and for the embedded engine's statements once, and only four of them.
process.env.UV_THREADPOOL_SIZE ??= "8";
