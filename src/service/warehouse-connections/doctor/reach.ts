// Checks whether a host is reachable by name, port and TLS, before signing in.
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import type { Duplex } from "node:stream";
import { askForTls, secure } from "#service/warehouse/pg-stream.ts";

export interface Address {
  host: string;
  port: number;
  /** For PostgreSQL, TLS is first requested in its own protocol. */
  tls: "none" | "at once" | "postgres";
  verify: boolean;
  ca?: string | undefined;
}

/** Performs the TLS handshake over an open connection, such as a tunnel; describes the result. */
export async function secured(socket: Duplex, address: Address, signal: AbortSignal): Promise<string> {
  const { host, port, tls, verify, ca } = address;
  if (tls === "postgres") await askForTls(socket, signal);
  const safe = await secure(socket, host, { verify, ca }, signal);
  const protocol = safe.getProtocol() ?? "TLS";
  safe.destroy();
  return `${host}:${port}, ${protocol}${verify ? "" : ", certificate not verified"}.`;
}

/** Describes the result; throws the network's error. */
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
