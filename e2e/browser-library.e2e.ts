// A shop page on another origin uses the published browser library, as it does for the shop's visitors.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { expect, test } from "./fixtures.ts";

const library = readFileSync("node_modules/@statsig/js-client/build/statsig-js-client.min.js", "utf8");

const page = (key: string, api: string) => `<!doctype html>
  <title>Shop</title>
  <script src="/library.js"></script>
  <p id="answer">waiting</p>
  <button onclick="client.logEvent('shop_click', 2, { item: 'tea' })">Buy</button>
  <script>
    const client = new Statsig.StatsigClient("${key}", { userID: "visitor", custom: { plan: "pro" } }, {
      networkConfig: { api: "${api}/v1" },
    });
    client.initializeAsync().then(() => {
      answer.textContent = "offer " + client.checkGate("shop_offer") + " " + client.getFeatureGate("shop_offer").details.reason;
    });
  </script>`;

test("a page of another origin reads a gate, and sends what it logged when it is closed", async ({
  service,
  browser,
}) => {
  const conditions = [{ type: "custom_field", field: "plan", operator: "any", targetValue: ["pro"] }];
  const chrome = { type: "browser_name", operator: "any", targetValue: ["Chrome", "Chrome Headless"] };
  const rules = [{ name: "Paid", passPercentage: 100, conditions: [...conditions, chrome] }];
  const made = await service.call("POST", "/gates", { name: "shop_offer", isEnabled: true, rules });
  expect(made).toMatchObject({ data: { id: "shop_offer" } });
  const [key = ""] =
    /client-[\w-]+/.exec(service.keys("create", "--name", "Shop in a browser", "--kind", "client")) ?? [];
  const shop = createServer((request, response) => {
    const isLibrary = request.url === "/library.js";
    response.setHeader("Content-Type", isLibrary ? "text/javascript" : "text/html");
    response.end(isLibrary ? library : page(key, service.url));
  }).listen(0, "127.0.0.1");
  await once(shop, "listening");
  const address = shop.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const context = await browser.newContext();
  try {
    const visit = await context.newPage();
    await visit.goto(`http://localhost:${port}/`);
    await expect(visit.locator("#answer")).toHaveText("offer true Network:Recognized");
    await visit.getByRole("button", { name: "Buy" }).click();
    await visit.close({ runBeforeUnload: true });
    await expect
      .poll(async () => JSON.stringify(await service.call("GET", "/events/shop_click")), { timeout: 20_000 })
      .toContain('"item":"tea"');
  } finally {
    await context.close();
    shop.close();
  }
});
