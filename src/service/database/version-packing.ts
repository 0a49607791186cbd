// Packs documents of earlier versions. Most versions differ little from those before, so the embedded engine gets most of them as the
// difference from a version that is stored whole: a tenth of the bytes to log, to move at checkpoints, and to hold in memory for that. This
// relies on versions never being deleted.
import { promisify } from "node:util";
import { deflate, deflateSync, inflate } from "node:zlib";
import { LRUCache } from "lru-cache";

const [compress, decompress] = [promisify(deflate), promisify(inflate)];

const mostBytesHere = 16 * 1024;

/** Bytes that are allocated for the result at a time; Node's default takes longer than the compression. */
const chunkSize = 4096;

/** Most versions that depend on one. Each reads only that one besides itself. */
const mostDifferences = 50;

/** Bytes of the documents of all remembered versions. */
const mostRemembered = 2 * 1024 * 1024;

interface WholeVersion {
  readonly version: number;
  readonly bytes: Buffer;
  readonly packedLength: number;
  differences: number;
}

/** The latest version of each entity that is stored whole, as far as this process has stored it. */
export function wholeVersions() {
  const known = new LRUCache<string, WholeVersion>({
    maxSize: mostRemembered,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length + 100,
  });
  let added: string[] = [];
  return {
    get: (entity: string) => known.get(entity),
    add: (entity: string, whole: WholeVersion) => {
      added.push(entity);
      known.set(entity, whole);
    },
    /** To be called at the end of each transaction: a rollback has removed the versions that it added. */
    settle: (isCommitted: boolean) => {
      if (!isCommitted) for (const entity of added) known.delete(entity);
      added = [];
    },
    clear: () => known.clear(),
  };
}
export type WholeVersions = ReturnType<typeof wholeVersions>;

export type PackedDocument = {
  packed: Buffer;
  /** The version from which this one is the difference; null where it is packed whole. */
  base: number | null;
};

/** Packs a version of an entity; as a difference only from a version in `known`. */
export async function pack(
  entity: string,
  version: number,
  bytes: Buffer,
  known?: WholeVersions,
): Promise<PackedDocument> {
  // For a small document, handing it to another thread takes longer than compressing it here.
  if (bytes.length >= mostBytesHere) return { packed: await compress(bytes), base: null };
  const whole = known?.get(entity);
  if (whole && whole.differences < mostDifferences) {
    const difference = deflateSync(bytes, { dictionary: whole.bytes, chunkSize });
    if (difference.length < whole.packedLength / 2) {
      whole.differences += 1;
      return { packed: difference, base: whole.version };
    }
  }
  const alone = deflateSync(bytes, { chunkSize });
  known?.add(entity, { version, bytes, packedLength: alone.length, differences: 0 });
  return { packed: alone, base: null };
}

export const unpack = (packed: Uint8Array, base?: Buffer): Promise<Buffer> =>
  decompress(packed, base && { dictionary: base });
