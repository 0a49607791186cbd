// No page moves after its first rows are shown, in whatever order and however late the service answers.
import type { Page } from "@playwright/test";
import { fileOf } from "./console-files.ts";
import { expect, test } from "./fixtures.ts";

const tabsOf = (page: string, ...tabs: string[]) => [page, ...tabs.map((tab) => `${page}?tab=${tab}`)];

/** Pages grouped by journey, since a fresh browser with an empty cache takes longer than a page. */
const journeys: Readonly<Record<string, readonly string[]>> = {
  "home and lists": ["", "gates", "dynamic_configs", "experiments", "events"],
  "a gate": [
    ...tabsOf("gates/checkout_eligible", "references", "checks", "trial", "sides", "settings", "history"),
    "gates/checkout_eligible?rule=checkout_eu",
  ],
  "a config": tabsOf(
    "dynamic_configs/shipping_options",
    "default",
    "checks",
    "schema",
    "trial",
    "settings",
    "history",
  ),
  "an experiment": tabsOf("experiments/one_page_checkout", "setup", "groups", "metrics"),
  "all other pages": [
    "events/checkout_completed",
    "events?from=-14d&split=platform&compare=before",
    "events?from=-14d&split=name",
    "users/u_043fa185",
    "entity_properties",
    "warehouse",
  ],
};

/** Delay in ms by the number of the request: answers arrive in order, or the first one last. */
const orders = {
  "in their order": (turn: number) => 300 + Math.min(turn, 5) * 100,
  "the last first": (turn: number) => 800 - Math.min(turn, 5) * 100,
};

/** Delays all answers; returns a function that says whether all have been given. */
async function answerLate(page: Page, delayOf: (turn: number) => number) {
  let [turns, open] = [0, 0];
  await page.route("**/console/v1/**", async (route) => {
    open += 1;
    await new Promise((resolve) => setTimeout(resolve, delayOf(turns++)));
    await route.continue();
    open -= 1;
  });
  return () => open === 0 && turns > 0;
}

/** Waits until all answers have arrived, all code is loaded, and everything is drawn. */
async function settle(page: Page, isAnswered: () => boolean) {
  const loading = page.getByRole("status", { name: /^(Loading|Computing|Drawing|Judging|Reading)/ });
  const isStill = async () => isAnswered() && (await loading.count()) === 0;
  await expect(async () => {
    expect(await isStill()).toBe(true);
    await page.waitForTimeout(500);
    expect(await isStill()).toBe(true);
  }).toPass({ intervals: [50] });
}

for (const [name, pages] of Object.entries(journeys))
  test(`${name}: no page moves when answers come late`, async ({ signedIn: page, service }) => {
    // Each order is tested at one width only: all four combinations would take CI three minutes more.
    for (const [width, height, order] of [
      [1440, 900, "in their order"],
      [390, 844, "the last first"],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const path of pages)
        await test.step(`${path || "home"}, ${width} px, ${order}`, async () => {
          await page.unrouteAll({ behavior: "wait" });
          const isAnswered = await answerLate(page, orders[order]);
          await page.goto(`${service.url}/demo/${path}`);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await settle(page, isAnswered);
        });
    }
  });

for (const width of [1440, 390])
  test(`at ${width} px a metric without events keeps the place of what stands below its charts`, async ({
    signedIn: page,
    service,
  }) => {
    const metric = {
      name: "Never logged",
      type: "event_count_custom",
      metricEvents: [{ name: "never_logged", type: "count" }],
    };
    await service.call("POST", "/metrics", metric);
    await page.setViewportSize({ width, height: 1600 });
    const isAnswered = await answerLate(page, orders["the last first"]);
    await page.goto(`${service.url}/demo/metrics/${encodeURIComponent("Never logged::event_count_custom")}`);
    await expect(page.getByText("No unit has events of it in these days.")).toBeVisible();
    await settle(page, isAnswered);
  });

test("the page that asks for a key stands still", async ({ page, service }) => {
  await answerLate(page, orders["in their order"]);
  await page.goto(`${service.url}/demo/gates`);
  await expect(page.getByRole("heading", { level: 1, name: "Enter your API key" })).toBeVisible();
  await page.waitForTimeout(500);
});

for (const width of [1440, 390])
  test(`at ${width} px health checks that wait for the results move nothing when they are known`, async ({
    signedIn: page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    let reads = 0;
    await page.route("**/console/v1/experiments/delivery_promise", async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: reads++ ? text : text.replaceAll('"PASSED"', '"WAITING"') });
    });
    await page.goto(`${service.url}/demo/experiments/delivery_promise`);
    await expect(page.getByText("No sample ratio mismatch (SRM)")).toBeVisible();
    await expect(page.getByRole("table", { name: /Change of each metric/ })).toBeVisible();
    expect(reads).toBe(2);
  });

for (const width of [1440, 390])
  test(`at ${width} px the charts over time come into the place that is kept for them`, async ({
    signedIn: page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    // Each answer is held back until the content before it was seen, however slow the machine is.
    const hold = async (path: string) => {
      let release = () => {};
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      await page.route(path, async (route) => {
        await isReleased;
        await route.continue();
      });
      return release;
    };
    const [giveCode, giveDays] = [await hold(`**${fileOf("over-time")}`), await hold("**/daily_results?*")];
    await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
    const section = page.getByRole("region", { name: "Over time" });
    await section.evaluate((element) => element.scrollIntoView());
    const height = () => section.evaluate((element) => element.getBoundingClientRect().height);
    const before = await height();
    giveCode();
    await expect(page.getByRole("status", { name: "Reading the days" })).toBeVisible();
    expect(Math.abs((await height()) - before)).toBeLessThan(1);
    giveDays();
    await page.getByRole("slider", { name: "Change so far, by day" }).hover();
    expect(Math.abs((await height()) - before)).toBeLessThan(1);
  });

/** Vertical positions of the rule rows and of the fields of the open rule. */
const places = (page: Page) =>
  page
    .locator('nav[aria-label="Parts"], [aria-label="Rules"] > li, input[id^="rule-"], button[id^="rule-"]')
    .evaluateAll((elements) =>
      elements.map(
        (element) => `${element.localName} ${element.id} ${element.getBoundingClientRect().top + scrollY}`,
      ),
    );

for (const width of [1440, 390])
  test(`at ${width} px neither opening a rule nor a digit typed into it moves rows or fields`, async ({
    signedIn: page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${service.url}/demo/gates/checkout_eligible`);
    await expect(page.getByRole("tree").first()).toBeVisible();
    const before = await places(page);
    await page.getByRole("button", { name: "EU web shoppers", exact: true }).click();
    const passes = page.getByRole("textbox", { name: "Rollout" });
    await expect(passes).toBeVisible();
    const opened = await places(page);
    expect(opened.slice(0, before.length)).toEqual(before);
    await passes.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("7");
    await expect(page.getByText("Affects", { exact: false }).first()).toBeVisible();
    expect(await places(page)).toEqual(expect.arrayContaining(opened));
    if (width < 1440) return;
    for (const wide of [1280, 1440]) {
      await page.setViewportSize({ width: wide, height: 900 });
      const panel = await page.getByRole("complementary", { name: /^Edit rule/ }).boundingBox();
      const facts = await page
        .getByRole("main")
        .locator("header ul")
        .evaluateAll((all) => all.map((facts) => facts.getBoundingClientRect().right));
      expect(Math.max(...facts), "the panel covers no fact").toBeLessThanOrEqual(panel?.x ?? 0);
    }
  });
