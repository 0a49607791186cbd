// The address of the console in links.
interface Where {
  readonly CONSOLE_URL?: string | undefined;
  readonly HOST: string;
  readonly PORT: number;
}

/**
 * The address that is set; else the origin of a request where it names this machine. Any other Host may be a stranger's, whose
 * address must not stand in links.
 */
export function consoleUrl({ CONSOLE_URL, HOST, PORT }: Where): (request: URL) => string {
  const set = CONSOLE_URL?.replace(/\/$/, "");
  if (set !== undefined) return () => set;
  const own = /^(0\.0\.0\.0|::)$/.test(HOST) ? "localhost" : HOST;
  const known = new Set(["localhost", "127.0.0.1", "[::1]", own]);
  return ({ hostname, origin }) => (known.has(hostname) ? origin : `http://${own}:${PORT}`);
}
