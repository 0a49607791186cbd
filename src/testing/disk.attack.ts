// Attack on a service by filling its disk and killing it: acknowledged writes must survive a full disk and kill -9.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { z } from "zod/mini";
import { startService, type AttackedService } from "./attacked-service.ts";

const dataDir = mkdtempSync(join(tmpdir(), "assay-full-"));
const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", dataDir]).status === 0;
if (!isMounted) console.log("Not attacked: a full disk. This user may not mount a small one (tmpfs).");
let service: AttackedService | undefined;
afterAll(async () => {
  await service?.end("SIGKILL");
  if (isMounted) spawnSync("umount", [dataDir]);
  rmSync(dataDir, { recursive: true, force: true });
});

const filler = join(dataDir, "filler");
const path = "/console/v1/dynamic_configs/filled";
const Stored = z.object({
  data: z.looseObject({
    version: z.number(),
    defaultValue: z.optional(z.looseObject({ a: z.optional(z.string()) })),
  }),
});
const Health = z.object({ problem: z.optional(z.string()) });

test.skipIf(!isMounted)(
  "a disk that fills up: 507 before its end, reads go on, room lets writes in, nothing acknowledged is lost",
  async () => {
    const attacked = await startService({ DATA_DIR: dataDir, DEMO: "0" });
    service = attacked;
    const statuses: Record<number, number> = {};
    let acknowledged = "";
    const save = async () => {
      const a = randomBytes(200_000).toString("hex");
      const { status } = await attacked.send("POST", path, {
        isEnabled: true,
        description: "",
        rules: [],
        defaultValue: { a },
      });
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 200) acknowledged = a;
      return status;
    };
    const read = async () => Stored.parse(JSON.parse((await attacked.send("GET", path)).text)).data;
    const problem = async () =>
      Health.parse(JSON.parse((await attacked.send("GET", "/healthz")).text)).problem;
    /** Fills the disk except for some bytes. */
    const fill = (left: number) => {
      const { bavail, bsize } = statfsSync(dataDir);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
    };
    await attacked.send("POST", "/console/v1/dynamic_configs", { name: "Filled", description: "" });

    fill(50_000_000);
    for (let tries = 0; tries < 200 && (await save()) === 200; tries += 1);
    expect(await save()).toBe(507);
    expect(await problem()).toMatch(/^The disk of the database is almost full/);
    expect((await read()).defaultValue?.a === acknowledged).toBe(true);
    rmSync(filler);
    expect(await save()).toBe(200);
    expect(await problem()).toBeUndefined();

    // No space at all is left while changes are being saved.
    for (let round = 0; round < 4; round += 1) {
      const saves = (async () => {
        for (let times = 0; times < 5; times += 1) await save();
      })();
      fill(0);
      await saves;
      rmSync(filler);
      for (let tries = 0; tries < 50 && (await save()) !== 200; tries += 1);
      expect((await read()).defaultValue?.a === acknowledged).toBe(true);
    }
    const { version } = await read();
    await attacked.end("SIGKILL");
    await attacked.start();
    expect((await read()).version).toBe(version);
    expect((await read()).defaultValue?.a === acknowledged).toBe(true);
    expect(await save()).toBe(200);
    console.log(`Full disk: answers by status ${JSON.stringify(statuses)}`);
    expect(Object.keys(statuses).filter((status) => !["200", "503", "507"].includes(status))).toEqual([]);
  },
  120_000,
);
