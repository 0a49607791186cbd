// The life cycle of an experiment for people and for apps: started, queried by a library, measured, decided, and its group
// shipped.
import { StatsigServer } from "statsig-node";
import { apiKey, expect, expectAccessible, freePort, Service, test } from "./fixtures.ts";

const path = "/demo/experiments/button";

test("from the start on apps get groups, their events become results, and a decision gives everyone the shipped group", async ({
  browser,
}) => {
  // Layout shifts are not watched here, because the head of the page and the content below it change with the experiment's
  // state.
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const service = new Service(await freePort(), { DEMO: "0" });
  await service.start();
  const orders = { name: "Orders", type: "event_count_custom" };
  await service.call("POST", "/metrics", {
    ...orders,
    directionality: "increase",
    metricEvents: [{ name: "order", type: "count" }],
  });
  const groups = ["grey", "blue"].map((name) => ({ name, size: 50, parameterValues: { color: name } }));
  await service.call("POST", "/experiments", {
    id: "button",
    name: "Button",
    groups,
    primaryMetrics: [orders],
  });
  const made = JSON.stringify(
    await service.call("POST", "/api_keys", {
      name: "Shop of an experiment",
      kind: "server",
      environment: "production",
    }),
  );
  const key = /secret-[\w-]+/.exec(made)?.[0] ?? "";
  const shop = new StatsigServer(key, { api: `${service.url}/v1`, rulesetsSyncIntervalMs: 5000 });
  await shop.initializeAsync();
  const users = Array.from({ length: 120 }, (_, index) => ({ userID: `u${index}` }));
  const colorOf = (user: { userID: string }) => shop.getExperimentSync(user, "button").get("color", "none");
  const colors = () => new Set(users.map(colorOf));
  try {
    expect([...colors()]).toEqual(["none"]);
    await page.goto(`${service.url}${path}?action=start#key=${apiKey}`);
    await expect(page.getByRole("button", { name: "Start the experiment" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Start the experiment" }).click();
    await expect(page.getByText("Button is started")).toBeVisible();
    // The library polls the rules.
    await expect.poll(() => [...colors()].sort(), { timeout: 20_000 }).toEqual(["blue", "grey"]);
    for (const [index, user] of users.entries()) {
      if (colorOf(user) === "blue" || index % 3 === 0) shop.logEvent(user, "order");
    }
    await shop.flush();

    await page.goto(`${service.url}${path}?action=decide`);
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("radio", { name: /^blue/ })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("radio", { name: /^blue/ }).check();
    await dialog.getByRole("textbox", { name: /^Why, in a sentence/ }).fill("More orders");
    const second = dialog.getByRole("textbox", { name: /^Why in spite/ });
    if (await second.isVisible()) await second.fill("They are known.");
    await dialog.getByRole("button", { name: "Ship blue" }).click();
    await expect(page.getByRole("region", { name: "Decision" })).toContainText("More orders");
    const follows = page.getByRole("region", { name: "What follows" });
    await expect(follows.getByRole("link", { name: "Keep a holdback …" })).toBeVisible();
    await expectAccessible(page);
    await expect.poll(() => [...colors()], { timeout: 20_000 }).toEqual(["blue"]);
  } finally {
    await page.close();
    await shop.shutdownAsync();
    await service.remove();
  }
});
