// The socket in a data folder by which commands reach the service that holds its database, and the messages on it.
import { lstatSync } from "node:fs";
import type { Socket } from "node:net";
import { join, relative, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";

export const socketName = "service.sock";

/** Bytes: the shortest limit of the systems that have such sockets. */
const longestPath = 103;

/** The path of the socket, from here where that is shorter; undefined where no system takes one so long. */
export function socketPath(dataDir: string): string | undefined {
  const path = resolve(join(dataDir, socketName));
  return [path, relative(process.cwd(), path)].find((one) => Buffer.byteLength(one) <= longestPath);
}

/** Whether there is a socket that only this user could have made. */
export function isOwnSocket(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const user = process.getuid?.();
  return found !== undefined && found.isSocket() && (user === 0 || found.uid === user);
}

/** Bytes of the length that stands before each message. */
const head = 4;

/** Sends a message; resolves when it is on its way. */
export function send(socket: Socket, message: unknown): Promise<void> {
  const body = serialize(message);
  const length = Buffer.alloc(head);
  length.writeUInt32BE(body.length);
  return new Promise((sent, failed) => {
    socket.write(Buffer.concat([length, body]), (error) => (error ? failed(error) : sent()));
  });
}

/** The messages that arrive, until the other side ends. */
export async function* received(socket: Socket): AsyncGenerator<unknown, undefined> {
  let [parts, size]: [Buffer[], number] = [[], 0];
  let needed = head;
  let isHead = true;
  for await (const chunk of socket) {
    const bytes: Buffer = chunk;
    parts.push(bytes);
    size += bytes.length;
    if (size < needed) continue;
    let rest = Buffer.concat(parts);
    while (rest.length >= needed) {
      const part = rest.subarray(0, needed);
      rest = rest.subarray(needed);
      if (!isHead) yield deserialize(part);
      needed = isHead ? part.readUInt32BE() : head;
      isHead = !isHead;
    }
    [parts, size] = [[rest], rest.length];
  }
  return undefined;
}
