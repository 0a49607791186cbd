// The Unix socket in a data folder through which commands reach the service that has the database open, and the format of its messages.
import { lstatSync } from "node:fs";
import type { Socket } from "node:net";
import { join, relative, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";

export const socketName = "service.sock";

/** Bytes; the shortest limit for socket paths among the systems that have such sockets. */
const longestPath = 103;

/** Absolute path of the socket, or the relative one where only that is short enough; undefined where neither fits. */
export function socketPath(dataDir: string): string | undefined {
  const path = resolve(join(dataDir, socketName));
  return [path, relative(process.cwd(), path)].find((one) => Buffer.byteLength(one) <= longestPath);
}

/** Whether the path is a socket that only the current user could have created. */
export function isOwnSocket(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const user = process.getuid?.();
  return found !== undefined && found.isSocket() && (user === 0 || found.uid === user);
}

/** Bytes of the length prefix of each message. */
const head = 4;

/** Sends a message; resolves once it has been handed to the system. */
export function send(socket: Socket, message: unknown): Promise<void> {
  const body = serialize(message);
  const length = Buffer.alloc(head);
  length.writeUInt32BE(body.length);
  return new Promise((sent, failed) => {
    socket.write(Buffer.concat([length, body]), (error) => (error ? failed(error) : sent()));
  });
}

/** Yields the messages that arrive, until the other side closes the connection. */
export async function* receivedMessages(socket: Socket): AsyncGenerator<unknown, undefined> {
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
