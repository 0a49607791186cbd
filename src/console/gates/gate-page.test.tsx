import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Gate } from "#contract/gate.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { pressWhenPossible } from "#testing/press.ts";
import { storedGate, storeGates } from "#testing/stored-entities.ts";

const rules = [
  {
    id: "r1:10.00:1",
    baseID: "r1",
    name: "Staff",
    passPercentage: 10,
    conditions: [{ type: "email", operator: "str_contains_any", targetValue: ["@a.example"] }],
    environments: null,
  },
  {
    id: "r2",
    baseID: "r2",
    name: "Members",
    passPercentage: 60,
    conditions: [],
    environments: ["production"],
  },
];
const gates = [
  storedGate("checkout", { name: "Checkout", rules }),
  storedGate("saved_cards", {
    name: "Saved cards",
    rules: [
      {
        id: "s1",
        name: "Buyers",
        passPercentage: 100,
        conditions: [{ type: "passes_gate", targetValue: "checkout" }],
      },
    ],
  }),
];

const gatePage = (path = "/demo/gates/checkout", options: ConsoleOptions = {}) =>
  consoleAt(path, { fill: (service) => storeGates(service, ...gates), ...options });

type View = Awaited<ReturnType<typeof gatePage>>;

async function stored({ service }: Pick<View, "service">, id = "checkout"): Promise<Gate> {
  const { body } = await service.request("GET", `/console/v1/gates/${id}`);
  return Gate.parse(body.data);
}

const storedRule = async (view: View, baseID: string) =>
  (await stored(view)).rules.find((rule) => rule.baseID === baseID);

const review = async (view: View) =>
  view.user.click(await view.findByRole("button", { name: "Review changes" }));
const save = (view: View) => pressWhenPossible(view, "Save to production");

async function typePercent(view: View, text: string) {
  const field = await view.findByRole("textbox", { name: "Passes" });
  await view.user.clear(field);
  await view.user.type(field, text);
}

test("shows rules as sentences and what needs the gate", async () => {
  const view = await gatePage();
  expect(await view.findByRole("heading", { name: "Checkout", level: 1 })).toBeTruthy();
  const rules = within(await view.findByRole("list", { name: "Rules" }));
  const [staff] = rules.getAllByRole("listitem");
  expect(staff?.textContent).toMatch(/Staff.*E-mail contains @a\.example.*All.*10/);
  expect(await view.findByRole("link", { name: "Saved cards" })).toBeTruthy();
});

test("one tab is current, the one of the address", async () => {
  const view = await gatePage("/demo/gates/checkout?tab=references");
  const tabs = within(await view.findByRole("navigation", { name: "Parts" }));
  expect(tabs.getAllByRole("link", { current: "page" }).map((tab) => tab.textContent)).toEqual([
    expect.stringContaining("References"),
  ]);
});

test("a percentage with a decimal comma is reviewed, then saved as a change of only that field", async () => {
  const sent: string[] = [];
  const view = await gatePage("/demo/gates/checkout?rule=r1", {
    intercept: async (request) => {
      if (request.method !== "GET")
        sent.push(`${new URL(request.url).pathname} ${await request.clone().text()}`);
      return undefined;
    },
  });
  await typePercent(view, "0,05");
  expect(view.getByText(/1 in 2,000 users/)).toBeTruthy();
  await review(view);
  expect(await view.findByRole("heading", { level: 1, name: "Review 1 change" })).toBeTruthy();
  expect(await storedRule(view, "r1")).toMatchObject({ passPercentage: 10 });
  await save(view);
  expect(await view.findByText("Checkout is saved as you asked, version 2")).toBeTruthy();
  expect(await storedRule(view, "r1")).toMatchObject({ passPercentage: 0.05 });
  const request = '/console/v1/gates/checkout/rules/r1 {"passPercentage":0.05}';
  expect(sent).toEqual([request, request]);
});

test("a change of several rules is one patch of the rules, and nothing else is sent", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  await typePercent(view, "20");
  await view.user.click(view.getByRole("button", { name: "Duplicate" }));
  await view.findByRole("complementary", { name: "Edit rule 2" });
  await typePercent(view, "30");
  await view.user.click(view.getByRole("button", { name: "Members" }));
  await view.user.click(await view.findByRole("button", { name: "Delete" }));
  await review(view);
  const changes = within(await view.findByRole("table", { name: "What changes, and for whom" }));
  expect(changes.getAllByRole("row").map((row) => row.textContent)).toEqual(
    expect.arrayContaining([
      expect.stringContaining("Rule 2, Staff copy"),
      "Rulenot thereadded",
      "Passes10\u00a0%20\u00a0%",
      expect.stringContaining("removed: the next rule that fits decides"),
    ]),
  );
  const checks = within(view.getByRole("complementary", { name: "Checks" }));
  expect(checks.getByText("Rules").nextElementSibling?.textContent).toBe("Changed by you");
  expect(checks.queryByText("Tags")).toBeNull();
  await save(view);
  await view.findByText(/saved as you asked, version 2/);
  expect((await stored(view)).rules).toMatchObject([
    { baseID: "r1", passPercentage: 20 },
    { name: "Staff copy", passPercentage: 30 },
  ]);
});

test("no environment and every environment are different things", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r2");
  await view.user.click(await view.findByRole("checkbox", { name: "Production" }));
  expect(view.getByText("No environment is chosen: the rule is off everywhere.")).toBeTruthy();
  await review(view);
  await save(view);
  await view.findByText(/Checkout is saved/);
  expect(await storedRule(view, "r2")).toMatchObject({ environments: [] });
});

test("problems stand at their field and in a summary, and nothing is sent", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  await view.user.click(await view.findByRole("button", { name: "Add condition" }));
  await review(view);
  expect(await view.findByRole("alert")).toHaveProperty(
    "textContent",
    expect.stringContaining("Staff, condition 2"),
  );
  expect(await storedRule(view, "r1")).toMatchObject({ passPercentage: 10 });
});

test("while a percentage cannot be read, the rule counts as it is stored", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  const field = await view.findByRole("textbox", { name: "Passes" });
  await view.user.clear(field);
  await view.user.type(field, "1000");
  await expect.poll(() => view.queryByText(/It takes 0/)).toBeNull();
  await typePercent(view, "0");
  expect(await view.findByText(/It takes 0/)).toBeTruthy();
});

test("a new rule that is discarded is not called missing, and the focus stays on the page", async () => {
  const view = await gatePage();
  await view.user.click(await view.findByRole("button", { name: "Add rule" }));
  await view.findByRole("complementary", { name: "Edit rule 3" });
  await view.user.click(view.getByRole("button", { name: "Discard" }));
  await view.user.click(await view.findByRole("button", { name: "Discard the draft" }));
  await expect.poll(() => view.queryByRole("complementary", { name: "Edit rule 3" })).toBeNull();
  expect(view.queryByText("This gate has no such rule")).toBeNull();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test("a condition that is added has the focus, and one that is removed gives it to the next", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  const focused = () => document.activeElement?.id;
  await view.user.click(await view.findByRole("button", { name: "Add condition" }));
  await expect.poll(focused).toBe("rule-0-conditions-1-type");
  await view.user.click(view.getByRole("button", { name: "Remove condition 1" }));
  await expect.poll(focused).toBe("rule-0-conditions-0-type");
  await view.user.click(view.getByRole("button", { name: "Remove condition 1" }));
  await expect.poll(focused).toBe("rule-0-conditions-add");
});

test("a name that two rules have is told at the later one, and its link brings it into view", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r2");
  const name = await view.findByRole("textbox", { name: "Name" });
  await view.user.clear(name);
  await view.user.type(name, "Staff");
  await view.user.click(view.getByRole("button", { name: "Close" }));
  await review(view);
  await view.user.click(await view.findByRole("link", { name: "Staff, name" }));
  await view.findByRole("complementary", { name: "Edit rule 2" });
  expect(view.getByRole("textbox", { name: "Name" }).getAttribute("aria-invalid")).toBe("true");
});

test("what only the service knows is told at its field too", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  await view.user.click(await view.findByRole("button", { name: "Remove @a.example" }));
  await view.user.click(view.getByRole("combobox", { name: "Condition" }));
  await view.user.click(await view.findByRole("option", { name: "Passes gate" }));
  await view.user.type(view.getByLabelText("Value"), "saved_cards{Enter}");
  expect((await view.findAllByText(/round in a circle/)).length).toBeGreaterThan(0);
  await review(view);
  expect((await view.findAllByText(/would go round in a circle/)).length).toBeGreaterThan(0);
  expect((await stored(view)).version).toBe(1);
});

test("a colleague's save meanwhile is shown, and what was typed survives it", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  await typePercent(view, "25");
  await view.service.request("PATCH", "/console/v1/gates/checkout/rules/r1", {
    body: { name: "Colleagues" },
  });
  await review(view);
  expect(await view.findByText(/saved this gate meanwhile/)).toBeTruthy();
  expect(view.getByRole("textbox", { name: "Passes" })).toHaveProperty("value", "25");
  await view.user.click(view.getByRole("button", { name: "Bring version 2 into my draft" }));
  expect(view.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Colleagues");
  await review(view);
  await save(view);
  await view.findByText(/saved as you asked, version 3/);
  expect(await storedRule(view, "r1")).toMatchObject({ name: "Colleagues", passPercentage: 25 });
});

test("where a colleague's word is taken for all that I changed, nothing is left to save", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  await typePercent(view, "25");
  const body = { passPercentage: 50 };
  await view.service.request("PATCH", "/console/v1/gates/checkout/rules/r1", { body });
  await review(view);
  await view.user.click(await view.findByRole("button", { name: "Bring version 2 into my draft" }));
  await view.user.click(await view.findByRole("button", { name: "Take theirs" }));
  expect(await view.findByText(/nothing of your draft is left/)).toBeTruthy();
  expect(view.getByRole("textbox", { name: "Passes" })).toHaveProperty("value", "50");
  expect(view.queryByRole("button", { name: "Discard" })).toBeNull();
});

test("only what we both changed is asked about", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  await typePercent(view, "25");
  await view.service.request("PATCH", "/console/v1/gates/checkout", {
    body: {
      tags: ["theirs"],
      rules: [
        { ...rules[0], passPercentage: 50 },
        { ...rules[1], name: "All members" },
      ],
    },
  });
  await review(view);
  await view.user.click(await view.findByRole("button", { name: "Bring version 2 into my draft" }));
  expect(await view.findByText(/Taken from .*: Tags; Rule Members: name\./)).toBeTruthy();
  expect(view.getByText("Rule Staff, passes")).toBeTruthy();
  const button = view.getByRole("button", { name: "Review changes" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await view.user.click(view.getByRole("button", { name: "Keep mine" }));
  await review(view);
  await save(view);
  await view.findByText(/saved as you asked, version 3/);
  expect(await stored(view)).toMatchObject({
    tags: ["theirs"],
    rules: [{ passPercentage: 25 }, { name: "All members" }],
  });
});

test("Undo brings a removed rule back with its id, so that it takes the same users", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  await view.user.click(await view.findByRole("button", { name: "Delete" }));
  await review(view);
  await save(view);
  await view.findByText(/saved as you asked, version 2/);
  expect((await stored(view)).rules).toHaveLength(1);
  await view.user.click(view.getByRole("button", { name: "Undo" }));
  await review(view);
  await save(view);
  await view.findByText(/saved as you asked, version 3/);
  expect((await stored(view)).rules).toMatchObject([{ id: "r1:10.00:1", baseID: "r1" }, { baseID: "r2" }]);
});

test("the history tells who, when, what and why, and restores a version through a review", async () => {
  const first = await gatePage();
  await first.findByRole("heading", { name: "Checkout", level: 1 });
  await first.service.request("PATCH", "/console/v1/gates/checkout", {
    body: { description: "Second", changeReason: "Asked for by sales" },
  });
  first.unmount();
  const view = await gatePage("/demo/gates/checkout?tab=history&version=1", { service: first.service });
  expect(await view.findByText("Why: Asked for by sales")).toBeTruthy();
  expect(view.getByText(/The whole gate: description none became Second/)).toBeTruthy();
  expect(view.getByRole("table", { name: "Version 1 against version 2" })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Restore" }));
  await review(view);
  await save(view);
  await view.findByText(/saved as you asked, version 3/);
  expect((await stored(view)).description).toBe("");
});

test("an old version takes the place of a draft only after a question", async () => {
  const first = await gatePage("/demo/gates/checkout?rule=r1");
  await typePercent(first, "33");
  first.unmount();
  await first.service.request("PATCH", "/console/v1/gates/checkout", { body: { description: "Second" } });
  const view = await gatePage("/demo/gates/checkout?tab=history", { service: first.service });
  const restore = async () => {
    await view.user.click(await view.findByRole("button", { name: "Restore" }));
    return within(await view.findByRole("alertdialog", { name: "Replace your draft by version 1" }));
  };
  await view.user.click((await restore()).getByRole("button", { name: "Keep as it is" }));
  await view.user.click((await restore()).getByRole("button", { name: "Replace the draft" }));
  const rules = within(await view.findByRole("list", { name: "Rules" }));
  expect(rules.getAllByRole("listitem")[0]?.textContent).not.toMatch(/33/);
});

test("a draft is restored with its age after the page was left", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  await typePercent(view, "33");
  view.unmount();
  const again = await gatePage("/demo/gates/checkout?rule=r1", { service: view.service });
  expect(await again.findByRole("textbox", { name: "Passes" })).toHaveProperty("value", "33");
  expect(again.getByText(/Your draft of/)).toBeTruthy();
});

test("a failed save keeps the form and says what came back", async () => {
  let down = false;
  const view = await gatePage("/demo/gates/checkout?rule=r1", {
    intercept: () => {
      if (down) throw new TypeError("Failed to fetch");
      return undefined;
    },
  });
  await typePercent(view, "40");
  await review(view);
  await view.findByRole("button", { name: "Save to production" });
  down = true;
  await save(view);
  expect(await view.findByText("The service did not answer")).toBeTruthy();
  expect(view.getByRole("textbox", { name: "Passes" })).toHaveProperty("value", "40");
  expect(await storedRule(view, "r1")).toMatchObject({ passPercentage: 10 });
});

test("a key that expires while typing is asked for, and the form is as it was", async () => {
  let expired = false;
  const view = await gatePage("/demo/gates/checkout?rule=r1", {
    intercept: (request) =>
      expired && request.method === "PATCH"
        ? Response.json({ status: 401, message: "No" }, { status: 401 })
        : undefined,
  });
  await typePercent(view, "12");
  expired = true;
  await review(view);
  await view.findByRole("heading", { name: "The service did not accept this key" });
  expired = false;
  await view.user.type(view.getByLabelText("API key"), view.service.keys.write);
  await view.user.click(view.getByRole("button", { name: "Continue" }));
  expect(await view.findByRole("textbox", { name: "Passes" })).toHaveProperty("value", "12");
});

test("a key that can only read explains why saving is not possible", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1", { key: "read" });
  await typePercent(view, "12");
  const review = await view.findByRole("button", { name: "Review changes", description: /can only read/ });
  expect(review.getAttribute("aria-disabled")).toBe("true");
});

test("an id that does not exist shows what is close to it", async () => {
  const view = await gatePage("/demo/gates/chekout");
  expect(await view.findByRole("heading", { name: "There is no gate with this id" })).toBeTruthy();
  expect(await view.findByRole("link", { name: /Checkout/ })).toBeTruthy();
});

test("an answer that does not fit names the field and offers the raw answer", async () => {
  const view = await gatePage("/demo/gates/checkout", {
    intercept: (request) =>
      new URL(request.url).pathname.endsWith("/gates/checkout")
        ? Response.json({
            message: "ok",
            data: { id: 5, name: "X", isEnabled: true, status: "S", rules: [] },
          })
        : undefined,
  });
  expect(await view.findByRole("heading", { name: "The answer does not fit" })).toBeTruthy();
  expect(view.getByText("data.id")).toBeTruthy();
  expect(view.getByText("The answer as it came")).toBeTruthy();
});
