// Attack by links: somebody else's `#key=…`, opened in a tab that shows the console. The key is neither used, nor kept in the
// address, nor sent without asking.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startConsole, type BenchConsole } from "./bench-console.ts";

let attacked: BenchConsole;
beforeAll(async () => {
  attacked = await startConsole();
}, 120_000);
afterAll(() => attacked.stop());

const foreign = [
  "console-of-somebody-else-0123456789",
  encodeURIComponent(`"><img src=x onerror="document.title='taken'">`),
  "javascript:document.title='taken'",
  "%E0%A4%A",
  "%00%0d%0aSERVICE-API-KEY:x",
  "x".repeat(1_000_000),
];

test("a link with somebody's key asks before it is used, and its key stays nowhere", async () => {
  const { page, address, key } = attacked;
  const sent: (string | undefined)[] = [];
  page.on("request", (request) => sent.push(request.headers()["service-api-key"]));
  const keep = page.getByRole("button", { name: "Keep as it is" });
  const open = {
    "in the tab itself": (link: string) => page.evaluate((hash) => void (location.hash = hash), link),
    "as an address": async (link: string) =>
      void (await page.goto(`${address}/demo/gates?q=${sent.length}#${link}`)),
  };
  for (const given of foreign)
    for (const [how, follow] of Object.entries(open)) {
      await follow(`key=${given}`);
      await keep.click();
      const { href, stored, title } = await page.evaluate(() => ({
        href: location.href,
        stored: [...Object.values(sessionStorage), ...Object.values(localStorage)].map(String),
        title: document.title,
      }));
      const link = `${how}: ${given.slice(0, 50)}`;
      expect([link, href.includes("key="), title === "taken"]).toEqual([link, false, false]);
      expect(stored).toContain(key);
      expect(stored.filter((value) => value.includes(given.slice(0, 20)))).toEqual([]);
    }
  await page.goBack();
  expect(page.url()).not.toContain("key=");
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Gates" }).waitFor();
  expect([...new Set(sent)].filter((one) => one !== undefined)).toEqual([key]);

  await open["in the tab itself"](`key=${foreign[0]}`);
  await page.getByRole("button", { name: "Use the key of the link" }).click();
  expect(await page.evaluate(() => sessionStorage.getItem("assay.key"))).toBe(foreign[0]);
}, 120_000);
