import Statsig from "statsig-node";
import { z } from "zod/mini";
import { apiKey, expect, freePort, Service, test } from "./fixtures.ts";

const Made = z.object({ data: z.object({ key: z.string() }) });

test("from an empty service an app is connected by the snippet, turns the check green, and follows the gate", async ({
  page,
}) => {
  const service = new Service(await freePort(), { DEMO: "0" });
  await service.start();
  try {
    await page.goto(`${service.url}/demo/gates?create=true#key=${apiKey}`);
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("New checkout");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Create/ })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "New checkout" })).toBeVisible();

    await page.getByRole("link", { name: "Connect an app" }).click();
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Shop backend");
    await page.getByRole("dialog").getByRole("button", { name: "Make the key" }).click();
    await expect(page.getByRole("status", { name: "Key" })).toContainText("secret-");
    const snippet = await page.getByLabel("Snippet").innerText();
    const [, key = "", api = "", tier = ""] =
      /initialize\('([^']+)'[^']+api: '([^']+)'[^']+tier: '([^']+)'/.exec(snippet) ?? [];
    const gate = /checkGate\(user, '([^']+)'/.exec(snippet)?.[1] ?? "";
    expect([api, gate]).toEqual([`${service.url}/v1`, "new_checkout"]);

    await Statsig.initialize(key, { api, environment: { tier } });
    const user = { userID: "u_7f3a91c2" };
    expect(Statsig.checkGate(user, gate)).toBe(false);
    Statsig.logEvent(user, "checkout_completed", 64.9, { currency: "EUR" });
    await Statsig.flush();
    const check = page.getByRole("complementary", { name: "Check" });
    await expect(check.getByText("3 of 3")).toBeVisible();
    await expect(check.getByText("new_checkout for u_7f3a91c2: fail")).toBeVisible();

    await service.call("PUT", "/gates/new_checkout/launch");
    // The library polls every ten seconds.
    await expect.poll(() => Statsig.checkGate(user, gate), { timeout: 20_000 }).toBe(true);
    // The library logs exposures once a minute, or on flush.
    await Statsig.flush();
    await page.goto(`${service.url}/demo/gates/new_checkout?tab=checks`);
    await expect(page.getByRole("slider", { name: "Checks, by hour" })).toBeVisible();
    const rules = page.getByRole("table", { name: "Checks by rule" });
    await expect(rules.getByRole("row", { name: /It was launched/ })).toBeVisible();
    await expect(rules.getByRole("row", { name: /It was off/ })).toBeVisible();
    const newest = page.getByRole("table", { name: "Newest checks" }).getByRole("row");
    await expect(newest.nth(1)).toContainText(/u_7f3a91c2.*Passed.*It was launched.*Node 6\.5\.2/);
    await expect(newest.nth(2)).toContainText(/u_7f3a91c2.*Failed/);
    await page.getByRole("link", { name: "Keys and settings" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Keys" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Set up" }).getByRole("link")).toHaveCount(1);
  } finally {
    await Statsig.shutdownAsync();
    await service.remove();
  }
});

test("the top bar of a service without events stands still, with a key that may only read, too", async ({
  page,
}) => {
  const service = new Service(await freePort(), { DEMO: "0" });
  await service.start();
  try {
    await page.goto(`${service.url}/demo/events#key=${apiKey}`);
    await expect(page.getByText(/^No events were logged yet/)).toBeVisible();
    const key = await service.call("POST", "/api_keys", { kind: "console", name: "Reader", rights: "read" });
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${service.url}/demo/connect#key=${Made.parse(key).data.key}`);
    await expect(page.getByText(/^Listening since/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^Listening since/)).toBeVisible();
    await expect(page.getByText(/^Read-only key/)).toBeVisible();
  } finally {
    await service.remove();
  }
});
