// Whether a host answers by name, port and TLS, before anybody signs in.
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
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

async function askForTls(socket: Socket, signal: AbortSignal) {
  socket.write(tlsRequest);
  const [answer]: unknown[] = await once(socket, "data", { signal });
  if (!(answer instanceof Buffer) || answer[0] !== "S".charCodeAt(0))
    throw new WarehouseError("The server does not support SSL connections", "NO_TLS");
}

/** Says how it went; throws what the network said. */
export async function reach({ host, port, tls, verify, ca }: Address, signal: AbortSignal): Promise<string> {
  const socket = connectTcp({ host, port, signal });
  try {
    await once(socket, "connect", { signal });
    const at = `${host}:${port}`;
    if (tls === "none") return `${at}, without TLS.`;
    if (tls === "postgres") await askForTls(socket, signal);
    const secured = connectTls({
      socket,
      servername: /^[\d.:]+$/.test(host) ? "" : host,
      rejectUnauthorized: verify,
      ...(ca ? { ca } : {}),
    });
    await once(secured, "secureConnect", { signal });
    const protocol = secured.getProtocol() ?? "TLS";
    secured.destroy();
    return verify ? `${at}, ${protocol}.` : `${at}, ${protocol}, certificate not verified.`;
  } finally {
    socket.destroy();
  }
}
