// Queries the event log by pointer and by keyboard: includes and excludes a value of a row, shows the values of a column, and
// evaluates a gate for a row.
import { z } from "zod/mini";
import { expect, expectAccessible, test, type Service } from "./fixtures.ts";

const Made = z.object({ data: z.looseObject({ key: z.string() }) });

test("a value is taken into the question by the button beside it, and another one out of it by keys", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/events?fields=%5B%22country%22%5D`);
  const country = page.getByRole("cell", { name: /^[A-Z]{2}$/ }).first();
  const code = (await country.textContent()) ?? "";
  await country.hover();
  await expectAccessible(page);
  // The previous rows, which may all be of this country, would lose the focus when they are replaced.
  const answered = page.waitForResponse(/\/v1\/events\?.*where=country(\+|%20)is/);
  await page.getByRole("button", { name: `Only country ${code}`, exact: true }).click();
  await expect(page.getByRole("button", { name: `Remove country is ${code}` })).toBeVisible();
  await answered;
  await expect(page.getByRole("cell", { name: /^[A-Z]{2}$/ }).filter({ hasNotText: code })).toHaveCount(0);
  await expect(page.getByRole("cell", { name: code, exact: true }).nth(5)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.keyboard.press("j");
  const row = page.locator("tr[tabindex]").first();
  await expect(row).toBeFocused();
  const name = (await row.getByRole("cell").nth(1).textContent()) ?? "";
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("x");
  await expect(page.getByRole("button", { name: `Remove name is not ${name}` })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("where")).toBe(`country is ${code} and name is not ${name}`);
});

test("the head of a column shows its values, and a gate says of an opened row what it would answer, and why", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/events/checkout_completed`);
  await page.getByRole("button", { name: "Value", exact: true }).click();
  const values = page.getByRole("complementary", { name: "Values of value" });
  await expect(values.getByText("Median")).toBeVisible();
  await expectAccessible(page);
  await values.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "a gate" }).press("Enter");
  await page.getByRole("searchbox", { name: "Find a gate" }).fill("checkout");
  await page.getByRole("button", { name: /^Checkout eligible/ }).press("Enter");
  const answer = page.getByRole("region", { name: "What would a gate say" });
  await expect(answer.getByText(/^(Passes|Does not pass|Cannot say): /)).toBeVisible();
  await answer.getByRole("button", { name: "Why Checkout eligible says so" }).press("Enter");
  await expect(answer.getByRole("list", { name: "Rule by rule" })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(answer.getByRole("button", { name: "Checkout eligible", exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Make a rule of country / }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Checkout eligible/ })
    .click();
  await expect(page.getByRole("complementary", { name: /^Edit rule/ })).toContainText("Country");
});

test("the values of an opened event are whole, and no button appears under the pointer that comes upon one", async ({
  signedIn: page,
  service,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${service.url}/demo/events?where=name+is+product_viewed`);
  await page.locator("tr[tabindex]").first().getByRole("button").first().click();
  const name = page.getByRole("definition").filter({ hasText: "product_viewed" });
  const value = name.getByText("product_viewed", { exact: true });
  const buttons = name.getByRole("button", { name: "Only name product_viewed" }).locator("..");
  await expect(buttons).toHaveCSS("opacity", "0");
  const words = async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await value.boundingBox()) ?? {};
    return { x, y, width, height };
  };
  const before = await words();
  const line = (await name.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect(before.x + before.width).toBeLessThanOrEqual(line.x + line.width);
  const end = { x: before.x + before.width - 3, y: before.y + before.height / 2 };
  await page.mouse.move(end.x, end.y);
  await expect(buttons).toHaveCSS("opacity", "1");
  expect(await words()).toEqual(before);
  const isHit = await value.evaluate((text, { x, y }) => text.contains(document.elementFromPoint(x, y)), end);
  expect(isHit).toBe(true);
  await page.mouse.move(0, 0);
  await expect(buttons).toHaveCSS("opacity", "0");
  await buttons.getByRole("button").first().focus();
  await expect(buttons).toHaveCSS("opacity", "1");
});

for (const width of [1440, 390])
  test(`at ${width} px the values beside the rows follow the question and the field that is chosen`, async ({
    signedIn: page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${service.url}/demo/events?where=name+is+checkout_completed&field=country`);
    const values = page.getByRole("complementary", { name: /^Values of/ });
    await expect(values.getByRole("rowheader", { name: "DE" })).toBeVisible();
    await expectAccessible(page);
    await values.getByRole("button", { name: "Not DE" }).click();
    await expect(values.getByRole("rowheader", { name: "DE" })).toHaveCount(0);
    await values.getByRole("button", { name: "platform", exact: true }).click();
    await expect(values.getByRole("rowheader", { name: "web" })).toBeVisible();
    await expect(values).toBeFocused();
    await values.getByRole("combobox", { name: "Values of platform" }).click();
    await page.getByRole("option", { name: "value", exact: true }).click();
    await expect(values.getByText("Median")).toBeVisible();
    expect(await values.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

test("a drag over the chart chooses a part of its time, which is moved by its end, kept by a reload, and zoomed into", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/events?where=name+is+checkout_completed`);
  const chart = page.getByRole("group", { name: /^Choose a time/ });
  const box = await chart.boundingBox();
  if (!box) throw new Error("No chart");
  const drag = async (from: number, to: number) => {
    await page.mouse.move(box.x + box.width * from, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + 50, { steps: 3 });
    await page.mouse.up();
  };
  const part = page.getByRole("status").filter({ hasText: /^[\d,]+ events$/ });
  await drag(0.4, 0.5);
  await expect(part).toBeVisible();
  const first = await part.textContent();
  await expectAccessible(page);
  const { left, width } = await page.locator(".border-x.border-accent").evaluate((band) => {
    const of = band.getBoundingClientRect();
    return { left: of.left, width: of.width };
  });
  await drag((left + width - box.x) / box.width, 0.7);
  await expect(part).not.toHaveText(first ?? "");
  const second = (await part.textContent()) ?? "";
  await page.reload();
  await expect(part).toHaveText(second);
  // The second selection replaced the first one in the history.
  await page.goBack();
  await expect(part).toHaveCount(0);
  await page.goForward();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(part).toHaveCount(0);
  await expect(page.getByText(`${/^[\d,]+/.exec(second)?.[0]} events, counted exactly`)).toBeVisible();
});

test("a phone reads the count below the rows, the time that is chosen and the names of the lines whole", async ({
  signedIn: page,
  service,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const part = "during=2026-01-01/2100-01-01";
  await page.goto(`${service.url}/demo/events?split=platform&${part}`);
  const count = page.getByText(/^[\d,]+ events · 50 read$/).filter({ visible: true });
  await expect(count).toBeVisible();
  expect(await count.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(page.getByRole("button", { name: "Clear" })).toBeInViewport();
});

test("an export says how far it is, and one that is stopped leaves no file", async ({
  signedIn: page,
  service,
}) => {
  const files: string[] = [];
  page.on("download", (download) => files.push(download.suggestedFilename()));
  const requests: string[] = [];
  page.on("requestfailed", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${service.url}/demo/events`);
  await page.getByRole("button", { name: "Export" }).click();
  // At this rate no machine receives all of the 100 MB before Cancel is clicked.
  const network = await page.context().newCDPSession(page);
  const throughput = 100_000;
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await page.getByRole("menuitem", { name: "NDJSON" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Exporting the events" });
  await expect(dialog.getByText(/^[\d.,]+\s[kM]B for [\d,]+ events$/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The export was stopped, and no file was saved")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect.poll(() => requests).toContain("/console/v1/event_export");
  expect(files).toEqual([]);
});

async function log(service: Service, key: string, ...users: string[]) {
  const answer = await fetch(`${service.url}/v1/rgstr`, {
    method: "POST",
    headers: { "STATSIG-API-KEY": key, "Content-Type": "application/json" },
    body: JSON.stringify({
      events: users.map((userID) => ({ eventName: "journey_seen", user: { userID }, time: Date.now() })),
      statsigMetadata: {},
    }),
  });
  expect(answer.ok).toBe(true);
}

test("the live view counts what comes while it is paused, and shows it when it goes on", async ({
  signedIn: page,
  service,
}) => {
  const made = await service.call("POST", "/api_keys", {
    name: "Live journey",
    kind: "server",
    environment: "production",
  });
  const { key } = Made.parse(made).data;
  await page.goto(`${service.url}/demo/events?tab=live&where=name+is+journey_seen`);
  const live = page.getByRole("region", { name: "Live" });
  await expect(live.getByRole("status")).toHaveText("Live");
  await log(service, key, "journey_first");
  await expect(live.getByText("journey_first")).toBeVisible();
  await live.getByRole("button", { name: "Pause" }).click();
  await expect(live.getByRole("status")).toHaveText("Paused");
  await log(service, key, "journey_second", "journey_third");
  await expect(live.getByText("2 events came since.")).toBeVisible();
  await expect(live.getByText("journey_third")).toHaveCount(0);
  await expectAccessible(page);
  await live.getByRole("button", { name: "Go on" }).click();
  await expect(live.getByText("journey_third")).toBeVisible();
  await expect(live.getByText(/^3 events, /)).toBeVisible();
});

test("on a phone the time and the columns of the live view stay whole while an event is open, and so do its values", async ({
  signedIn: page,
  service,
}) => {
  const made = await service.call("POST", "/api_keys", {
    name: "Live phone journey",
    kind: "server",
    environment: "production",
  });
  const { key } = Made.parse(made).data;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${service.url}/demo/events?tab=live&where=name+is+journey_seen`);
  const live = page.getByRole("region", { name: "Live" });
  await expect(live.getByRole("status")).toHaveText("Live");
  await log(service, key, "journey_on_a_phone");
  const time = live.getByText(/^\d\d:\d\d:\d\d$/).first();
  await expect(time).toBeVisible();
  const cell = time.locator("xpath=ancestor::td");
  expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const name = live.getByRole("columnheader", { name: "Event" });
  const width = (await name.boundingBox())?.width;
  await live.getByRole("button", { name: /^Details of journey_seen/ }).click();
  const value = live.getByRole("definition").getByText("journey_on_a_phone");
  await expect(value).toBeVisible();
  await expect(live.getByRole("status")).toHaveText("Paused");
  expect((await name.boundingBox())?.width).toBe(width);
  await page.setViewportSize({ width: 320, height: 844 });
  // On one line.
  expect((await value.boundingBox())?.height).toBeLessThan(24);
  await expectAccessible(page);
});
