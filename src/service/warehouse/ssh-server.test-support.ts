// Test support: a real SSH server in this process, with one user, one key, and named addresses behind it.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import ssh from "ssh2";

export interface SshServer {
  port: number;
  privateKey: string;
  publicKey: string;
  /** Fingerprint in the notation of `ssh-keygen -l`. */
  hostKey: string;
  /** Local ports that stand for the hosts behind the server, by name. */
  behind: Map<string, number>;
  mayForward: boolean;
  /** Total number of sessions. */
  sessions: number;
  /** Number of open sessions. */
  open: number;
  dropAll(): void;
  close(): void;
}

const blobOf = (line: string) => Buffer.from(line.split(" ")[1] ?? "", "base64");

/** Generates an Ed25519 key pair. About one in 250 of those that ssh2 generates cannot be parsed, not even by ssh2 itself. */
export function sshKeys() {
  for (;;) {
    const keys = ssh.utils.generateKeyPairSync("ed25519");
    const isParsed = (key: string) => !(ssh.utils.parseKey(key) instanceof Error);
    if (isParsed(keys.private) && isParsed(keys.public)) return keys;
  }
}

export async function sshServer(user: string): Promise<SshServer> {
  const host = sshKeys();
  const own = sshKeys();
  const clients = new Set<ssh.Connection>();
  const server: SshServer = {
    port: 0,
    privateKey: own.private,
    publicKey: own.public,
    hostKey: `SHA256:${createHash("sha256").update(blobOf(host.public)).digest("base64").replace(/=+$/, "")}`,
    behind: new Map(),
    mayForward: true,
    sessions: 0,
    open: 0,
    dropAll: () => {
      for (const client of clients) client.end();
    },
    close: () => {
      server.dropAll();
      listening.close();
    },
  };
  const sessions = new ssh.Server({ hostKeys: [host.private] }, (client) => {
    clients.add(client);
    server.sessions += 1;
    server.open += 1;
    client.on("error", () => undefined);
    client.on("close", () => {
      clients.delete(client);
      server.open -= 1;
    });
    client.on("authentication", (context) => {
      const isOwn =
        context.method === "publickey" &&
        context.username === user &&
        context.key.data.equals(blobOf(own.public));
      const key = ssh.utils.parseKey(own.public);
      if (!isOwn || key instanceof Error) return context.reject(["publickey"]);
      if (context.signature && context.blob && !key.verify(context.blob, context.signature, context.hashAlgo))
        return context.reject(["publickey"]);
      return context.accept();
    });
    if (!server.mayForward) return;
    client.on("tcpip", (accept, reject, { destIP, destPort }) => {
      const port = server.behind.get(destIP);
      if (port === undefined || destPort !== 5439) return reject();
      const socket = connect({ host: "127.0.0.1", port });
      socket.on("error", () => reject());
      socket.on("connect", () => {
        const channel = accept();
        channel.on("error", () => socket.destroy());
        channel.pipe(socket).pipe(channel);
        socket.on("close", () => channel.end());
        channel.on("close", () => socket.destroy());
      });
      return undefined;
    });
  });
  const listening = createServer({ noDelay: true }, (socket) => sessions.injectSocket(socket));
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  server.port = address !== null && typeof address === "object" ? address.port : 0;
  return server;
}
