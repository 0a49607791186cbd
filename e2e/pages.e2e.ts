import { fileOf } from "./console-files.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

const pages = [
  ["", /to decide|waits for you/],
  ["gates", "Gates"],
  ["gates/checkout_eligible", "Checkout eligible"],
  ["gates/checkout_eligible?tab=references", "Checkout eligible"],
  ["gates/checkout_eligible?tab=history", "Checkout eligible"],
  ["gates/checkout_eligible?tab=checks", "Checkout eligible"],
  ["dynamic_configs", "Dynamic configs"],
  ["dynamic_configs/shipping_options", "Shipping options"],
  ["dynamic_configs/shipping_options?tab=checks", "Shipping options"],
  ["experiments", "Experiments"],
  ["experiments/one_page_checkout", "One-page checkout"],
  ["experiments/one_page_checkout?tab=setup", "One-page checkout"],
  ["experiments/one_page_checkout?tab=groups", "One-page checkout"],
  ["metrics", "Metrics"],
  ["metrics/Revenue::sum", "Revenue"],
  ["metrics/new", "New metric"],
  ["events", "Events"],
  ["events/checkout_completed", "checkout_completed"],
  ["entity_properties", "Entity properties"],
  ["warehouse", "Warehouse"],
  ["keys", "Keys"],
  ["connect", "Connect an app"],
  ["connect?tab=browser", "Connect an app"],
  ["gates/%FF", "There is no page at this address"],
] as const;

// A few pages per journey, since a fresh browser with an empty cache takes longer than a page.
for (const [index, some] of [
  pages.slice(0, 6),
  pages.slice(6, 9),
  pages.slice(9, 13),
  pages.slice(13),
].entries())
  test(`pages ${index + 1}: accessible in both themes and in 320 px`, async ({ signedIn: page, service }) => {
    for (const [path, heading] of some)
      await test.step(path || "home", async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(`${service.url}/demo/${path}`);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expect(page.getByRole("status", { name: /^(Loading|Computing|Drawing)/ })).toHaveCount(0);
        await expectAccessible(page);
        await page.setViewportSize({ width: 320, height: 640 });
        // A chart takes its new width only after the browser has reported it.
        const overflow = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        await expect.poll(overflow).toBeLessThanOrEqual(0);
      });
  });

test("the page that asks for a key is accessible in both themes", async ({ page, service }) => {
  await page.goto(`${service.url}/demo/gates`);
  await expect(page.getByRole("heading", { level: 1, name: "Enter your API key" })).toBeVisible();
  await expectAccessible(page);
});

test("who wants no motion sees the colours of another theme at once, in all of the page", async ({
  signedIn: page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await expect(page.getByRole("link", { name: "Checkout eligible" })).toBeVisible();
  await expect(page.getByRole("img", { name: /recent users pass/ }).first()).toBeVisible();
  const behind = await page.evaluate(async () => {
    const elements = [...document.querySelectorAll("body *")];
    const colours = () => elements.map((element) => getComputedStyle(element).color);
    document.documentElement.dataset["theme"] = "dark";
    const atOnce = colours();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return colours().filter((colour, index) => colour !== atOnce[index]).length;
  });
  expect(behind).toBe(0);
});

test("the list of gates needs at most ten files and 125 kB of JavaScript, and neither the editor nor the charts", async ({
  signedIn: page,
  service,
}) => {
  const files: string[] = [];
  // Disables idle callbacks, because code preloaded during idle time does not count.
  await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
  page.on("response", (response) => {
    const path = new URL(response.url()).pathname;
    if (!path.startsWith("/console/") && !path.endsWith(".json")) files.push(path);
  });
  await page.goto(`${service.url}/demo/gates`);
  await page.reload();
  files.length = 0;
  await page.reload();
  await expect(page.getByRole("link", { name: "Checkout eligible" })).toBeVisible();
  const unwanted = ["monaco-editor", "interval-chart", "trade-off-chart"].map(fileOf);
  expect(files.filter((file) => unwanted.includes(file))).toEqual([]);
  expect(files.slice(10)).toEqual([]);
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map((entry) =>
        entry instanceof PerformanceResourceTiming && entry.name.endsWith(".js") ? entry.encodedBodySize : 0,
      ),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(125_000);
});

test("what a page reads first, and its own code, is asked for once, before the code of the console is there", async ({
  signedIn: page,
  service,
}) => {
  for (const [path, read, name, code] of [
    ["demo/gates", "gates", "Checkout eligible"],
    ["demo/dynamic_configs", "dynamic_configs", "Shipping options", "dynamic-config-list"],
    ["demo/experiments", "experiment_rows", "Delivery promise", "experiment-list"],
    ["demo/events", "events", "Time", "event-list"],
    ["demo", "open_experiments", "Decide", "home"],
    ["demo/gates/checkout_eligible", "gates/checkout_eligible", "Checkout eligible"],
  ] as const) {
    const asked: string[] = [];
    const listen = (request: { url: () => string }) => void asked.push(request.url());
    page.on("request", listen);
    // A list with infinite scrolling reads further pages by itself.
    const reads = () =>
      asked.filter(
        (url) => url.split("?")[0] === `${service.url}/console/v1/${read}` && !url.includes("&cursor="),
      );
    await page.route("**/assets/first-page-*.js", async (route) => {
      await expect.poll(reads).toHaveLength(1);
      if (code) await expect.poll(() => asked).toContain(service.url + fileOf(`${code}-page`));
      await route.continue();
    });
    await page.goto(`${service.url}/${path}`);
    await expect(page.getByRole("main").getByText(name, { exact: true }).first()).toBeVisible();
    expect(reads()).toHaveLength(1);
    expect(asked.filter((url) => url.endsWith("/api_keys/current"))).toHaveLength(1);
    page.off("request", listen);
    await page.unroute("**/assets/first-page-*.js");
  }
});

test("the code of the sections is loaded before they are opened, once the browser is idle", async ({
  signedIn: page,
  service,
}) => {
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(request.url()));
  await page.goto(`${service.url}/demo/gates`);
  const pages = ["home", "dynamic-config-list", "experiment-list", "metric-list", "event-list"];
  for (const name of pages)
    await expect.poll(() => [...asked]).toContain(service.url + fileOf(`${name}-page`));
  await expect.poll(() => [...asked].filter((url) => url.includes("/console/v1/event"))).toEqual([]);
});
