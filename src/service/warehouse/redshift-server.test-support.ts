// Test server that presents a PostgreSQL as a Redshift: with TLS and a certificate of its own, labels of statements,
// and the table of sessions.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** A self-signed test certificate, valid only for `cluster.test`. */
export const clusterCertificate = `-----BEGIN CERTIFICATE-----
MIIBsDCCAVWgAwIBAgIUEGXD2LO2tDOmgZWXnqGeRfCS5QowCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMVGVzdCBjbHVzdGVyMCAXDTI2MTEyNjEyNDYwOVoYDzIxMjYx
MTAyMTI0NjA5WjAXMRUwEwYDVQQDDAxUZXN0IGNsdXN0ZXIwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAT3dBt+cK21gnc6dRW53csI2T83xS+nMUSyJ7lGV+I5ywin
OafR53VgsrK1UHBh8Ds2OaNRQpx2+lHNDG77Xtauo30wezAdBgNVHQ4EFgQUaKtI
X8HkgE2iH5ySoOqwqygvmWgwHwYDVR0jBBgwFoAUaKtIX8HkgE2iH5ySoOqwqygv
mWgwDwYDVR0TAQH/BAUwAwEB/zAoBgNVHREEITAfggxjbHVzdGVyLnRlc3SCCWxv
Y2FsaG9zdIcEfwAAATAKBggqhkjOPQQDAgNJADBGAiEAtFaoKFfVgPx99em54jSJ
KFThEsDJv7bo0Tf/39XEXKACIQD5yIloXvv4zGt2oBJPSmxOzYx8FWKjD6t9OjQP
vriCEQ==
-----END CERTIFICATE-----
`;
export const clusterKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZGnR2AikPWnfvMcb
08NZSwK1sioahjFFa/LzxpJIhMuhRANCAAT3dBt+cK21gnc6dRW53csI2T83xS+n
MUSyJ7lGV+I5ywinOafR53VgsrK1UHBh8Ds2OaNRQpx2+lHNDG77Xtau
-----END PRIVATE KEY-----
`;

/** Code of the request for TLS in the protocol. */
const tlsRequest = 80877103;
/** Redshift's request for its own kind of password, which PostgreSQL drivers do not know. */
const sha256Request = Buffer.from([82, 0, 0, 0, 12, 0, 0, 0, 13, 0, 0, 0, 0]);

export interface RedshiftServer {
  port: number;
  /** Texts of simple queries, as they were received. */
  texts: string[];
  /** Applies to connections that sign in from now on. */
  hasSha256Passwords: boolean;
  close(): void;
}

/** SQL of the tables that PostgreSQL lacks; they are visible with this schema in the search path. */
export const redshiftTables = (schema: string) =>
  `create view ${schema}.stv_sessions as select pid as process, backend_start as starttime, usename as user_name, datname as db_name from pg_stat_activity`;

/** PostgreSQL accepts custom settings only with a dot in their name. */
const labelled = (text: string) => text.replace(/\bset query_group to/, "set redshift.query_group to");

function message(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = type;
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Forwards what a client sends after its first message; translates simple queries to PostgreSQL's dialect. */
function translated(texts: string[], send: (bytes: Buffer) => void) {
  let rest = Buffer.alloc(0);
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      const type = rest[0] ?? 0;
      const body = rest.subarray(5, end);
      rest = rest.subarray(end);
      if (type !== "Q".charCodeAt(0)) {
        send(message(type, body));
        continue;
      }
      const text = body.subarray(0, -1).toString();
      texts.push(text);
      send(message(type, Buffer.from(`${labelled(text)}\0`)));
    }
  };
}

export async function redshiftServer(postgres: URL): Promise<RedshiftServer> {
  const sockets = new Set<Socket>();
  const server: RedshiftServer = {
    port: 0,
    texts: [],
    hasSha256Passwords: false,
    close: () => {
      for (const socket of sockets) socket.destroy();
      listening.close();
    },
  };

  async function serve(socket: Socket) {
    const [first]: Buffer[] = await once(socket, "data");
    if (first?.length !== 8 || first.readInt32BE(4) !== tlsRequest) return socket.destroy();
    socket.write("S");
    const client = new TLSSocket(socket, { isServer: true, key: clusterKey, cert: clusterCertificate });
    client.on("error", () => socket.destroy());
    const [startup]: Buffer[] = await once(client, "data");
    if (server.hasSha256Passwords) return client.write(sha256Request);
    const behind = connect({ host: postgres.hostname, port: Number(postgres.port) });
    sockets.add(behind);
    behind.on("error", () => client.destroy());
    behind.on("close", () => client.destroy());
    client.on("close", () => behind.destroy());
    behind.write(startup ?? "");
    client.on(
      "data",
      translated(server.texts, (bytes) => void behind.write(bytes)),
    );
    behind.pipe(client);
    return undefined;
  }

  const listening = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    serve(socket).catch(() => socket.destroy());
  });
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address: AddressInfo | string | null = listening.address();
  server.port = address !== null && typeof address === "object" ? address.port : 0;
  return server;
}
