// Compresses the built console once, so that the service never compresses a file while answering.
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * The best quality takes seconds for large files and saves only a few percent, so it is used for the first page and for
 * small files.
 */
const qualityOf = (name, bytes) => {
  if (name.includes("first-page-") || bytes < 150_000) return 11;
  return bytes < 1_000_000 ? 9 : 5;
};

/** Writes a file atomically, so that it is never incomplete, even if the process is killed. */
async function writeWhole(path, content) {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}

/** Writes a .br and a .gz beside each text file that has none yet; one at a time, because the service is starting meanwhile. */
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
