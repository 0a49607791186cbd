// A connection for the driver of PostgreSQL, made and secured before the driver has it, and guarded: a way to sign in that the driver
// does not know is an exception in it that nobody can catch, which would end the process.
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
  /** None where it is undefined. */
  tls: TlsCheck | undefined;
  /** Instead of a connection from here, such as a tunnel. */
  through?: ((host: string, port: number) => Promise<Duplex>) | undefined;
}

const connectingMs = 10_000;

/** The request for TLS of PostgreSQL's protocol: its length and a number. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export async function askForTls(socket: Duplex, signal: AbortSignal): Promise<void> {
  socket.write(tlsRequest);
  const [answer]: unknown[] = await once(socket, "data", { signal });
  if (!(answer instanceof Buffer) || answer[0] !== "S".charCodeAt(0))
    throw new WarehouseError("The server does not support SSL connections", "NO_TLS");
}

/** TLS over what is connected, with the certificate of the host, whatever leads there. */
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

/** Ways to sign in that the driver knows, by their numbers in the protocol. */
const knownSignIns = new Set([0, 3, 5, 10, 11, 12]);
const signInCode = "R".charCodeAt(0);

/** Lets everything through but a first answer that asks for another way to sign in. */
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

/** The driver asks a stream to connect, which this one has done already. */
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
    // Of a failure the driver hears on the stream that it has.
    pipeline(raw, guarded, () => undefined);
    const stream = Duplex.from({ readable: guarded, writable: raw });
    // The server has left: the driver waits for the close.
    stream.once("end", () => stream.destroy());
    return connected(stream);
  } catch (error) {
    socket.destroy();
    if (signal.aborted) throw new WarehouseError("Nobody answered in time.", "ETIMEDOUT");
    throw error;
  }
}
