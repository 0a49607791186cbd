// Compresses the built console once, so that the service never compresses a file while answering.
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The best quality takes seconds on large files and saves a few percent: it is for the first page and for what is small. */
const qualityOf = (name, bytes) => {
  if (name.includes("first-page-") || bytes < 150_000) return 11;
  return bytes < 1_000_000 ? 9 : 5;
};

/** A file is there whole or not at all, whenever the process ends. */
async function writeWhole(path, content) {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}

/** Writes a .br and a .gz beside each text file that has none yet; one after the other, because a start goes on meanwhile. */
export async function compressConsole(folder) {
  const names = new Set(await readdir(folder, { recursive: true }));
  for (const name of names) {
    if (!/\.(js|css|html|svg|json)$/.test(name) || names.has(`${name}.gz`)) continue;
    const path = `${folder}/${name}`;
    const content = await readFile(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: qualityOf(name, content.length) };
    await writeWhole(`${path}.br`, await promisify(brotliCompress)(content, { params }));
    await writeWhole(`${path}.gz`, await promisify(gzip)(content));
  }
}
