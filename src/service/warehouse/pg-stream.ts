// Opens and secures a connection before it is handed to the PostgreSQL driver, and guards it: an authentication method
// that the driver does not know causes an uncatchable exception in it, which would end the process.
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { Duplex, pipeline, Transform } from "node:stream";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { WarehouseError } from "./statement.ts";

export interface TlsCheck {
  verify: boolean;
  ca?: string | undefined;
}

export interface PgAddress {
  host: string;
  port: number;
  /** Undefined for no TLS. */
  tls: TlsCheck | undefined;
  /** Opens the connection by other means, such as a tunnel. */
  through?: ((host: string, port: number) => Promise<Duplex>) | undefined;
}

const connectingMs = 10_000;

/** The request for TLS in PostgreSQL's protocol: its length and a code. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export async function askForTls(socket: Duplex, signal: AbortSignal): Promise<void> {
  socket.write(tlsRequest);
  const [answer]: unknown[] = await once(socket, "data", { signal });
  if (!(answer instanceof Buffer) || answer[0] !== "S".charCodeAt(0))
    throw new WarehouseError("The server does not support SSL connections", "NO_TLS");
}

/** Adds TLS to an open connection and verifies the certificate of the host, however it is reached. */
export async function secure(
  socket: Duplex,
  host: string,
  { verify, ca }: TlsCheck,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secured = connectTls({
    socket,
    host,
    servername: /^[\d.:]+$/.test(host) ? "" : host,
    rejectUnauthorized: verify,
    ...(ca ? { ca } : {}),
  });
  await once(secured, "secureConnect", { signal });
  return secured;
}

/** Authentication methods that the driver knows, by their codes in the protocol. */
const knownSignIns = new Set([0, 3, 5, 10, 11, 12]);
const signInCode = "R".charCodeAt(0);

/** Passes everything through, unless the first answer requests an unknown authentication method. */
function guard(): Transform {
  let first = Buffer.alloc(0);
  let isPassed = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isPassed) return done(null, chunk);
      first = Buffer.concat([first, chunk]);
      if (first.length < 9) return done();
      isPassed = true;
      const asked = first[0] === signInCode ? first.readInt32BE(5) : 0;
      return knownSignIns.has(asked)
        ? done(null, first)
        : done(new WarehouseError(`Unknown authenticationOk message type ${asked}`, "SIGN_IN_UNKNOWN"));
    },
  });
}

/** Adapts an open stream to the driver, which expects to connect it itself. */
function connected(stream: Duplex): Duplex {
  const same = () => stream;
  return Object.assign(stream, {
    setNoDelay: same,
    setKeepAlive: same,
    ref: same,
    unref: same,
    connect: () => {
      process.nextTick(() => stream.emit("connect"));
      return stream;
    },
  });
}

export async function pgStream({ host, port, tls, through }: PgAddress): Promise<Duplex> {
  const signal = AbortSignal.timeout(connectingMs);
  // The driver sends a statement in parts, of which each would wait until the server has acknowledged the one before.
  const socket = through ? await through(host, port) : connectTcp({ host, port, noDelay: true });
  try {
    if (!through) await once(socket, "connect", { signal });
    if (tls) await askForTls(socket, signal);
    const raw = tls ? await secure(socket, host, tls, signal) : socket;
    const guarded = guard();
    // The driver learns of a failure from the stream that it was given.
    pipeline(raw, guarded, () => undefined);
    const stream = Duplex.from({ readable: guarded, writable: raw });
    // The server closed the connection; the driver waits for the close event.
    stream.once("end", () => stream.destroy());
    return connected(stream);
  } catch (error) {
    socket.destroy();
    if (signal.aborted) throw new WarehouseError("Nobody answered in time.", "ETIMEDOUT");
    throw error;
  }
}
