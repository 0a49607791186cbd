import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Rule } from "#contract/rule.ts";
import { loadEvents } from "#service/database/logs.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { storedGate, storeGates } from "#testing/stored-entities.ts";

const rule = (id: string, change: Partial<Rule>): Rule => ({
  id,
  baseID: id,
  name: `Rule ${id}`,
  passPercentage: 100,
  conditions: [{ type: "public" }],
  environments: null,
  ...change,
});
const nordic = rule("n", {
  name: "Nordic",
  conditions: [{ type: "country", operator: "any", targetValue: ["SE", "NO"] }],
});
const buyers = rule("b", {
  name: "Buyers",
  passPercentage: 0,
  conditions: [
    { type: "passes_gate", targetValue: "members" },
    { type: "email", operator: "any", targetValue: "a@b.example" },
  ],
});
const gates = [
  storedGate("shop", { name: "Shop", rules: [nordic, buyers] }),
  storedGate("members", {
    name: "Members",
    rules: [
      rule("m", {
        conditions: [{ type: "custom_field", field: "plan", operator: "any", targetValue: "paid" }],
      }),
    ],
  }),
];

const countries = ["SE", "SE", "NO", "DE", "FR"];
const page = (path: string, options: ConsoleOptions = {}, users = countries) =>
  consoleAt(path, {
    fill: async (service) => {
      await storeGates(service, ...gates);
      await service.database.transaction((transaction) =>
        loadEvents(
          transaction,
          users.map((country, index) => ({
            name: "view",
            time: testNow - index,
            unit: `u${index}`,
            value: "",
            source: "web",
            metadata: JSON.stringify({ country }),
          })),
        ),
      );
    },
    ...options,
  });
type View = Awaited<ReturnType<typeof page>>;

async function halveNordic(view: View, percent: string) {
  const field = await view.findByRole("textbox", { name: "Rollout" });
  await view.user.clear(field);
  await view.user.type(field, percent);
  await view.user.click(view.getByRole("button", { name: "Close" }));
  await view.user.click(view.getByRole("link", { name: "Back-test" }));
}

test("the draft is tried on the users of the events: who loses it, and which condition decided", async () => {
  const view = await page("/demo/gates/shop?rule=n");
  await halveNordic(view, "0");
  expect(await view.findByText("Of 5 users, 3 lose it.")).toBeTruthy();
  const parts = within(view.getByRole("list", { name: "How the users are parted" }));
  expect(parts.getAllByRole("listitem").map((part) => part.textContent)).toEqual([
    "3 lose it",
    "2 still do not pass",
  ]);
  const rows = within(view.getByRole("table", { name: "Users who would switch" })).getAllByRole("row");
  expect(rows.slice(1).map((row) => row.textContent)).toEqual(
    ["u0", "u1", "u2"].map((user) => expect.stringContaining(user)),
  );
  expect(rows[1]?.textContent).toMatch(/Loses it.*Rule 1, Nordic, takes 0 % instead of 100 %/);
  expect(view.getByText("All 5 users of recent events.")).toBeTruthy();
});

test("what the events do not tell is said, also what gates behind the rules look at", async () => {
  const view = await page("/demo/gates/shop?tab=sides");
  const limits = within(await view.findByRole("region", { name: "What this does not know" }));
  expect(limits.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "plan: no event tells it, so they count as users without it.",
    "E-mail: no event tells it, so they count as users without it.",
  ]);
});

test("without a change it says how many pass as before", async () => {
  const view = await page("/demo/gates/shop?tab=sides");
  expect(await view.findByText("None of them would switch: 3 users of 5 pass, as before.")).toBeTruthy();
});

test("users whom a rule cannot judge are counted with the reason", async () => {
  const asks = rule("s", { name: "Segment", conditions: [{ type: "passes_segment", targetValue: "vip" }] });
  const view = await consoleAt("/demo/gates/shop?tab=sides", {
    fill: async (service) => {
      await storeGates(service, storedGate("shop", { name: "Shop", rules: [asks] }));
      await service.database.transaction((transaction) =>
        loadEvents(transaction, [
          { name: "view", time: testNow, unit: "u", value: "", source: "web", metadata: "{}" },
        ]),
      );
    },
  });
  expect(
    await view.findByText(
      /1 user could not be judged: Rule 1, Segment, cannot be judged\. The segment vip is not known/,
    ),
  ).toBeTruthy();
});

test("browsers are read from the user agent, of events where they tell it and of a user who is typed", async () => {
  const phone =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36";
  const asks = rule("b", {
    name: "Phones",
    conditions: [{ type: "browser_name", operator: "any", targetValue: "Chrome Mobile" }],
  });
  const view = await consoleAt("/demo/gates/shop?tab=sides", {
    fill: async (service) => {
      await storeGates(service, storedGate("shop", { name: "Shop", rules: [asks] }));
      await service.database.transaction((transaction) =>
        loadEvents(
          transaction,
          [{ user_agent: phone }, {}].map((metadata, index) => ({
            name: "view",
            time: testNow,
            unit: `u${index}`,
            value: "",
            source: "web",
            metadata: JSON.stringify(metadata),
          })),
        ),
      );
    },
  });
  expect(await view.findByText("None of them would switch: 1 user of 2 pass, as before.")).toBeTruthy();
  const limits = within(view.getByRole("region", { name: "What this does not know" }));
  expect(limits.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^1 user could not be judged: .*nor the user agent that it is read from\.$/),
    "Browser: the events of 1 user do not tell it, nor the user agent that it is read from, so where it decides they are not judged.",
  ]);
  await view.user.click(view.getByRole("link", { name: "Test a user" }));
  expect(await view.findByText("Does not pass.")).toBeTruthy();
  await view.user.click(view.getByRole("textbox", { name: "User agent" }));
  await view.user.paste(phone);
  expect(await view.findByText("Passes.")).toBeTruthy();
  expect(view.getByPlaceholderText("Chrome Mobile, by the user agent")).toBeTruthy();
  expect(view.getByText(/here it is “Chrome Mobile”/)).toBeTruthy();
});

test("users come page by page, and reading tells how far it is", async () => {
  let release = () => {};
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  const many = Array.from({ length: 230 }, () => "SE");
  const view = await page(
    "/demo/gates/shop?tab=sides",
    { intercept: (request) => (/event_users.*page=2/.test(request.url) ? held : undefined) },
    many,
  );
  expect(await view.findByText(/100 of 230/)).toBeTruthy();
  release();
  expect(await view.findByText("All 230 users of recent events.")).toBeTruthy();
});

test("without events there is nobody to try it on", async () => {
  const view = await page("/demo/gates/shop?tab=sides", {}, []);
  expect(await view.findByText(/nobody to try the draft on/)).toBeTruthy();
});

test("a refusal is told and tried again", async () => {
  let isRefused = true;
  const view = await page("/demo/gates/shop?tab=sides", {
    intercept: (request) =>
      isRefused && request.url.includes("event_users")
        ? Response.json({ status: 403, message: "Forbidden resource" }, { status: 403 })
        : undefined,
  });
  const alert = within(await view.findByRole("alert"));
  expect(alert.getByText(/Forbidden resource/)).toBeTruthy();
  isRefused = false;
  await view.user.click(alert.getByRole("button", { name: "Retry" }));
  expect(await view.findByText("All 5 users of recent events.")).toBeTruthy();
});

test("each rule has a made-up user whom it takes and one who just misses it, to be tried", async () => {
  const view = await page("/demo/gates/shop?tab=trial");
  const section = within(await view.findByRole("region", { name: "Made-up users" }));
  const [first, second] = section.getAllByRole("listitem").map((item) => item.textContent);
  expect(first).toMatch(/Rule 1 NordicTakes.*country (SE|NO).*Just misses.*misses “country is SE or NO”/);
  expect(second).toMatch(/Takes: /);
  await view.user.click(section.getByRole("button", { name: "Try the user: takes, rule Nordic" }));
  expect(await view.findByText("Passes.")).toBeTruthy();
});
