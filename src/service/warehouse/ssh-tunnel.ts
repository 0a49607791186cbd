// Opens connections through an SSH host to an address behind it; each hop fails with a code of its own.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import ssh from "ssh2";
import { z } from "zod/mini";
import { WarehouseError } from "./statement.ts";

export const TunnelSettings = z.object({
  sshHost: z.string().check(z.minLength(1)),
  sshPort: z.optional(z.number()),
  sshUsername: z.string().check(z.minLength(1)),
  sshPrivateKey: z.string().check(z.minLength(1)),
  /** Fingerprint of the key that the host must present, such as `SHA256:…`; if empty, any key is accepted. */
  sshHostKey: z.optional(z.string()),
});
export type TunnelSettings = z.infer<typeof TunnelSettings>;

export const sshPort = 22;
const hopMs = 10_000;
/** Time for which an unused tunnel is kept open for the next connection, ms. */
const idleMs = 30_000;

/** Error codes by hop. */
export const hops = {
  connect: "SSH_CONNECT",
  hostKey: "SSH_HOST_KEY",
  signIn: "SSH_SIGN_IN",
  key: "SSH_KEY",
  forward: "SSH_FORWARD",
  prohibited: "SSH_PROHIBITED",
} as const;

const failed = (code: string, error: unknown) =>
  new WarehouseError(error instanceof Error ? error.message : String(error), code);

/** Fingerprint in OpenSSH's notation. */
const fingerprintOf = (key: Buffer) =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

async function reachHost({ sshHost: host, sshPort: port = sshPort }: TunnelSettings): Promise<Socket> {
  const socket = connectTcp({ host, port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(hopMs) });
    socket.setNoDelay(true);
    return socket;
  } catch (error) {
    socket.destroy();
    throw failed(hops.connect, error);
  }
}

interface Session {
  client: ssh.Client;
  socket: Socket;
  hostKey: string;
}

async function signIn(settings: TunnelSettings, socket: Socket): Promise<Session> {
  const client = new ssh.Client();
  let hostKey = "";
  let isOther = false;
  const hostVerifier = (key: Buffer) => {
    hostKey = fingerprintOf(key);
    isOther = settings.sshHostKey !== undefined && settings.sshHostKey !== hostKey;
    return !isOther;
  };
  const { sshUsername: username, sshPrivateKey: privateKey } = settings;
  const ready = once(client, "ready");
  try {
    client.connect({ sock: socket, username, privateKey, hostVerifier, readyTimeout: hopMs });
  } catch (error) {
    ready.catch(() => undefined);
    socket.destroy();
    throw failed(hops.key, error);
  }
  try {
    await ready;
    client.on("error", () => undefined);
    return { client, socket, hostKey };
  } catch (error) {
    socket.destroy();
    client.on("error", () => undefined);
    throw isOther
      ? new WarehouseError(`The host shows the key ${hostKey}.`, hops.hostKey)
      : failed(hops.signIn, error);
  }
}

/** True if the host forbids forwarding altogether, as opposed to the target not answering. */
const isProhibited = (error: Error) => "reason" in error && error.reason === 1;

const forward = ({ client }: Session, host: string, port: number) =>
  new Promise<ssh.ClientChannel>((resolve, reject) => {
    const late = setTimeout(
      () => reject(failed(hops.forward, "The SSH host did not answer in time.")),
      hopMs,
    );
    client.forwardOut("127.0.0.1", 0, host, port, (error, channel) => {
      clearTimeout(late);
      if (error) reject(failed(isProhibited(error) ? hops.prohibited : hops.forward, error));
      else resolve(channel);
    });
  });

export interface SshTunnel {
  /** `passed` is called for each hop that succeeded, with the fingerprint for the host's key. */
  through(host: string, port: number, passed?: (hop: string) => void): Promise<Duplex>;
  close(): void;
}

/** All connections share one session, which is opened on first use and reopened if it was lost. */
export function sshTunnel(settings: TunnelSettings): SshTunnel {
  let open: Promise<Session> | undefined;
  let uses = 0;
  let idle: NodeJS.Timeout | undefined;

  const close = () => {
    clearTimeout(idle);
    void open?.then(
      ({ client, socket }) => {
        client.end();
        socket.destroy();
      },
      () => undefined,
    );
    open = undefined;
  };

  async function begin(passed: (hop: string) => void): Promise<Session> {
    const { sshHost, sshPort: port = sshPort, sshUsername } = settings;
    const socket = await reachHost(settings);
    passed(`${sshHost}:${port} answers`);
    const session = await signIn(settings, socket);
    passed(`${sshUsername} is signed in at the host with the key ${session.hostKey}`);
    const forget = () => {
      open = undefined;
    };
    session.client.once("close", forget);
    return session;
  }

  return {
    through: async (host, port, passed = () => undefined) => {
      clearTimeout(idle);
      open ??= begin(passed);
      const session = await open.catch((error: unknown) => {
        open = undefined;
        throw error;
      });
      const channel = await forward(session, host, port);
      passed(`${host}:${port} answers through it`);
      uses += 1;
      session.socket.ref();
      channel.once("close", () => {
        uses -= 1;
        if (uses > 0) return;
        // An idle tunnel must not keep a process from ending.
        session.socket.unref();
        idle = setTimeout(close, idleMs).unref();
      });
      return channel;
    },
    close,
  };
}
