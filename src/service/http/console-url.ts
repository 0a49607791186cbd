// Determines the base URL of links to the console.
interface Where {
  readonly CONSOLE_URL?: string | undefined;
  readonly HOST: string;
  readonly PORT: number;
}

/** Returns the configured URL, or else the origin of the request if its Host is
 *  this machine. Any other Host header may be forged and must not appear in links. */
export function consoleUrl({ CONSOLE_URL, HOST, PORT }: Where): (request: URL) => string {
  const set = CONSOLE_URL?.replace(/\/$/, "");
  if (set !== undefined) return () => set;
  const own = /^(0\.0\.0\.0|::)$/.test(HOST) ? "localhost" : HOST;
  const known = new Set(["localhost", "127.0.0.1", "[::1]", own]);
  return ({ hostname, origin }) => (known.has(hostname) ? origin : `http://${own}:${PORT}`);
}
