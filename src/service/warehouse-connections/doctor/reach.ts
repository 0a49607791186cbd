// Whether a host answers by name, port and TLS, before anybody signs in.
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { WarehouseError } from "#service/warehouse/statement.ts";

export interface Address {
  host: string;
  port: number;
  /** PostgreSQL is asked for TLS in its own words first. */
  tls: "none" | "at once" | "postgres";
  verify: boolean;
  ca?: string | undefined;
}

/** The request for TLS of PostgreSQL's protocol: its length and a number. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

async function askForTls(socket: Duplex, signal: AbortSignal) {
  socket.write(tlsRequest);
  const [answer]: unknown[] = await once(socket, "data", { signal });
  if (!(answer instanceof Buffer) || answer[0] !== "S".charCodeAt(0))
    throw new WarehouseError("The server does not support SSL connections", "NO_TLS");
}

/** TLS over what is connected already, such as a tunnel; says how it went. */
export async function secured(socket: Duplex, address: Address, signal: AbortSignal): Promise<string> {
  const { host, port, tls, verify, ca } = address;
  if (tls === "postgres") await askForTls(socket, signal);
  const safe = connectTls({
    socket,
    host,
    servername: /^[\d.:]+$/.test(host) ? "" : host,
    rejectUnauthorized: verify,
    ...(ca ? { ca } : {}),
  });
  await once(safe, "secureConnect", { signal });
  const protocol = safe.getProtocol() ?? "TLS";
  safe.destroy();
  return `${host}:${port}, ${protocol}${verify ? "" : ", certificate not verified"}.`;
}

/** Says how it went; throws what the network said. */
export async function reach(address: Address, signal: AbortSignal): Promise<string> {
  const { host, port, tls } = address;
  const socket = connectTcp({ host, port, signal });
  try {
    await once(socket, "connect", { signal });
    return tls === "none" ? `${host}:${port}, without TLS.` : await secured(socket, address, signal);
  } finally {
    socket.destroy();
  }
}
