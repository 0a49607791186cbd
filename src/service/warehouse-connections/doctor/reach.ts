// Whether a host answers by name, port and TLS, before anybody signs in.
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import type { Duplex } from "node:stream";
import { askForTls, secure } from "#service/warehouse/pg-stream.ts";

export interface Address {
  host: string;
  port: number;
  /** PostgreSQL is asked for TLS in its own words first. */
  tls: "none" | "at once" | "postgres";
  verify: boolean;
  ca?: string | undefined;
}

/** TLS over what is connected already, such as a tunnel; says how it went. */
export async function secured(socket: Duplex, address: Address, signal: AbortSignal): Promise<string> {
  const { host, port, tls, verify, ca } = address;
  if (tls === "postgres") await askForTls(socket, signal);
  const safe = await secure(socket, host, { verify, ca }, signal);
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
