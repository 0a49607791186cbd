// Code for warehouses is loaded only when first needed, so that nobody without a warehouse waits for those modules and
// packages.
import { expect, test } from "vitest";
import { code, importsIn, isTest, text } from "./repository-files.ts";

/** Static imports of modules and packages; without types, which do not exist at run time, and without `import()`. */
const statically = /^(?:import|export)\s+(?!type\b)(?:[\w*{}\s,$]*?\bfrom\s*)?"([^"?]+)/gm;

/** All modules and packages that these files load at start. */
function loadedFrom(starts: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const loaded = new Set(starts);
  const packages = new Set<string>();
  for (const file of loaded)
    for (const [, path = ""] of text(file).matchAll(statically)) {
      const [own] = importsIn(file, `from "${path}"`);
      if (!own) packages.add(path);
      else if (code.includes(own.to)) loaded.add(own.to);
    }
  return { files: loaded, packages };
}

const speaking = (file: string) => /^src\/service\/warehouse\/[\w-]+-(client|api)\.ts$/.test(file);

test("no client of a warehouse is loaded at the start of the service", () => {
  const { files, packages } = loadedFrom(["src/service/main.ts"]);
  expect(files).toContain("src/service/warehouse/open-client.ts");
  expect(files).toContain("src/service/warehouse-connections/doctor/run-doctor.ts");
  expect([...files].filter((file) => speaking(file) && !file.endsWith("/open-client.ts"))).toEqual([]);
  expect(packages).toContain("hono");
  expect([...packages].filter((name) => name.startsWith("@aws-sdk/") || name === "ssh2")).toEqual([]);
});

test("each of them is opened from one place", () => {
  const opened = importsIn(
    "src/service/warehouse/open-client.ts",
    text("src/service/warehouse/open-client.ts"),
  );
  const clients = code.filter((file) => speaking(file) && file.endsWith("-client.ts") && !isTest(file));
  const others = clients.filter((file) => !file.endsWith("/open-client.ts"));
  expect(others.length).toBeGreaterThan(4);
  expect(others.filter((file) => !opened.some(({ to }) => to === file))).toEqual([]);
});
