// Detects what separates the columns of a CSV file, from its first lines.
import { open } from "node:fs/promises";
import { constants, gunzipSync } from "node:zlib";

/** In order of preference, where a file can be read with several. */
const separators = [",", ";", "\t"] as const;
export type Separator = (typeof separators)[number];

/** Bytes of the file that are looked at; a compressed file may unpack to a thousand times as much. */
const lookedAt = { plain: 65_536, compressed: 8192 };

/** Counts each separator in the lines of a text, outside quotes. A line that the text may cut off is left out. */
function countsByLine(text: string, isWhole: boolean): Map<string, number>[] {
  const lines: Map<string, number>[] = [];
  let counts = new Map<string, number>();
  let [isQuoted, isEmpty] = [false, true];
  const end = () => {
    if (!isEmpty) lines.push(counts);
    counts = new Map();
    isEmpty = true;
  };
  for (const character of text) {
    if (character === "\n" && !isQuoted) {
      end();
      continue;
    }
    if (character !== "\r") isEmpty = false;
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  if (isWhole || lines.length === 0) end();
  return lines;
}

/**
 * Returns the separator that occurs equally often in the header and most of the other lines; among several, the one that
 * occurs most often in the header. Pure.
 */
export function separatorIn(text: string, isWhole = true): Separator {
  const [header, ...rows] = countsByLine(text, isWhole);
  const found = separators.map((separator) => {
    const inHeader = header?.get(separator) ?? 0;
    const alike = rows.filter((row) => (row.get(separator) ?? 0) === inHeader).length;
    return { separator, inHeader, isRegular: alike * 2 >= rows.length };
  });
  const [best] = found
    .filter(({ inHeader }) => inHeader > 0)
    .sort(
      (left, right) => Number(right.isRegular) - Number(left.isRegular) || right.inHeader - left.inHeader,
    );
  return best?.separator ?? ",";
}

/** Returns the separator of a CSV file, which may be compressed; throws if it cannot be unpacked. */
export async function separatorOf(path: string): Promise<Separator> {
  const isCompressed = path.toLowerCase().endsWith(".gz");
  const file = await open(path);
  try {
    const most = isCompressed ? lookedAt.compressed : lookedAt.plain;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most);
    const bytes = buffer.subarray(0, bytesRead);
    // The bytes end within the compressed data.
    const text = isCompressed ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes;
    return separatorIn(text.toString("utf8"), bytesRead < most);
  } finally {
    await file.close();
  }
}
