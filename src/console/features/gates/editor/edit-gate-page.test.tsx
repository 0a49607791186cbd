// Tests changing rules in the form, reviewing and saving them, and the reasons why they cannot be saved.
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { checkoutAt, readGate, readRule, review, save, typePercent } from "#testing/checkout-gate.ts";

test("a percentage with a decimal comma is reviewed, then saved as a change of only that field", async () => {
  const sent: string[] = [];
  const view = await checkoutAt("?rule=r1", {
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
  expect(await readRule(view, "r1")).toMatchObject({ passPercentage: 10 });
  await save(view);
  expect(await view.findByText("Checkout is saved as you asked, version 2")).toBeTruthy();
  expect(await readRule(view, "r1")).toMatchObject({ passPercentage: 0.05 });
  const request = '/console/v1/gates/checkout/rules/r1 {"passPercentage":0.05}';
  expect(sent).toEqual([request, request]);
});

test("a change of several rules is one patch of the rules, and nothing else is sent", async () => {
  const view = await checkoutAt("?rule=r1");
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
      "Rollout10\u00a0%20\u00a0%Twice as many users",
      expect.stringContaining("removed: the next rule that fits decides"),
    ]),
  );
  const checks = within(view.getByRole("complementary", { name: "Checks" }));
  expect(checks.getByText("Rules").nextElementSibling?.textContent).toBe("Changed by you");
  expect(checks.queryByText("Tags")).toBeNull();
  await save(view);
  await view.findByText(/saved as you asked, version 2/);
  expect((await readGate(view)).rules).toMatchObject([
    { baseID: "r1", passPercentage: 20 },
    { name: "Staff copy", passPercentage: 30 },
  ]);
});

test("a rule is copied to other environments, and the save names those", async () => {
  const view = await checkoutAt("?rule=r2");
  await view.user.click(await view.findByRole("button", { name: "Copy to environments" }));
  const dialog = within(await view.findByRole("dialog", { name: "Copy Members to environments" }));
  expect(dialog.getByText(/This rule stays in: production\./)).toBeTruthy();
  expect(dialog.queryByRole("checkbox", { name: "Production" })).toBeNull();
  await view.user.click(dialog.getByRole("checkbox", { name: "Development" }));
  await view.user.click(dialog.getByRole("button", { name: "Copy the rule" }));
  expect(await view.findByRole("complementary", { name: "Edit rule 3" })).toBeTruthy();
  await review(view);
  await view.user.click(await view.findByRole("button", { name: "Save to staging" }));
  await view.findByText(/saved as you asked, version 2/);
  expect((await readGate(view)).rules[2]).toMatchObject({
    name: "Members in staging",
    passPercentage: 60,
    conditions: [],
    environments: ["staging"],
  });
});

test("a rule that holds everywhere is not copied to where its copy decides nothing", async () => {
  const view = await checkoutAt("?rule=r1");
  await view.user.click(await view.findByRole("button", { name: "Copy to environments" }));
  const dialog = within(await view.findByRole("dialog", { name: "Copy Staff to environments" }));
  expect(dialog.getByText(/holds in every environment already/)).toBeTruthy();
  expect(dialog.queryAllByRole("checkbox")).toEqual([]);
  expect(dialog.getByText("There is no other environment.")).toBeTruthy();
});

test("what is drafted is never shown as live: the row and the head name both states", async () => {
  const view = await checkoutAt("?rule=r2");
  await typePercent(view, "40");
  await view.user.click(view.getByRole("checkbox", { name: "Staging" }));
  const members = within(view.getByRole("list", { name: "Rules" })).getAllByRole("listitem")[1];
  await expect.poll(() => members?.textContent).toContain("60 → 40\u00a0%");
  expect(members?.textContent).toContain("Production → Production and Staging");
  expect(members?.textContent).toContain("2 changes in the draft");
  await view.user.click(view.getByRole("link", { name: "Settings" }));
  await view.user.click(await view.findByRole("button", { name: "Disabled" }));
  const head = view.getByRole("heading", { level: 1 }).parentElement;
  expect(head?.textContent).toContain("In progress→ Disabled: nobody passes in the draft");
});

test("no environment and every environment are different things", async () => {
  const view = await checkoutAt("?rule=r2");
  await view.user.click(await view.findByRole("checkbox", { name: "Production" }));
  expect(view.getByText("No environment is chosen: the rule is off everywhere.")).toBeTruthy();
  await review(view);
  await save(view);
  await view.findByText(/Checkout is saved/);
  expect(await readRule(view, "r2")).toMatchObject({ environments: [] });
});

test("problems stand at their field and in a summary, and nothing is sent", async () => {
  const view = await checkoutAt("?rule=r1");
  await view.user.click(await view.findByRole("button", { name: "Add condition" }));
  await review(view);
  expect(await view.findByRole("alert")).toHaveProperty(
    "textContent",
    expect.stringContaining("Staff, condition 2"),
  );
  expect(await readRule(view, "r1")).toMatchObject({ passPercentage: 10 });
});

test("while a percentage cannot be read, the rule counts as it is stored", async () => {
  const view = await checkoutAt("?rule=r1");
  const field = await view.findByRole("textbox", { name: "Rollout" });
  await view.user.clear(field);
  await view.user.type(field, "1000");
  await expect.poll(() => view.queryByText(/It takes 0/)).toBeNull();
  await typePercent(view, "0");
  expect(await view.findByText(/It takes 0/)).toBeTruthy();
});

test("the name of a new rule is typed straight away, and replaces the one it was given", async () => {
  const view = await checkoutAt();
  await view.user.click(await view.findByRole("button", { name: "Add rule" }));
  const name = await view.findByRole("textbox", { name: "Name" });
  await expect.poll(() => document.activeElement).toBe(name);
  await view.user.keyboard("Germany");
  expect(name).toHaveProperty("value", "Germany");
  await view.user.click(view.getByRole("button", { name: "Duplicate" }));
  await view.findByRole("complementary", { name: "Edit rule 4" });
  await expect.poll(() => document.activeElement?.id).toBe("rule-3-name");
  await view.user.keyboard("Austria");
  expect(view.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Austria");
});

test("a new rule that is discarded is not called missing, and the focus stays on the page", async () => {
  const view = await checkoutAt();
  await view.user.click(await view.findByRole("button", { name: "Add rule" }));
  await view.findByRole("complementary", { name: "Edit rule 3" });
  await view.user.click(view.getByRole("button", { name: "Discard" }));
  await view.user.click(await view.findByRole("button", { name: "Discard the draft" }));
  await expect.poll(() => view.queryByRole("complementary", { name: "Edit rule 3" })).toBeNull();
  expect(view.queryByText("This gate has no such rule")).toBeNull();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test("a condition that is added has the focus, and one that is removed gives it to the next", async () => {
  const view = await checkoutAt("?rule=r1");
  const focused = () => document.activeElement?.id;
  await view.user.click(await view.findByRole("button", { name: "Add condition" }));
  await expect.poll(focused).toBe("rule-0-conditions-1-type");
  await view.user.click(view.getByRole("button", { name: "Remove condition 1" }));
  await expect.poll(focused).toBe("rule-0-conditions-0-type");
  await view.user.click(view.getByRole("button", { name: "Remove condition 1" }));
  await expect.poll(focused).toBe("rule-0-conditions-add");
});

test("a name that two rules have stands at the later one, and its link brings it into view", async () => {
  const view = await checkoutAt("?rule=r2");
  const name = await view.findByRole("textbox", { name: "Name" });
  await view.user.clear(name);
  await view.user.type(name, "Staff");
  await view.user.click(view.getByRole("button", { name: "Close" }));
  await review(view);
  await view.user.click(await view.findByRole("link", { name: "Staff, name" }));
  await view.findByRole("complementary", { name: "Edit rule 2" });
  expect(view.getByRole("textbox", { name: "Name" }).getAttribute("aria-invalid")).toBe("true");
});

test("what only the service knows stands at its field too", async () => {
  const view = await checkoutAt("?rule=r1");
  await view.user.click(await view.findByRole("button", { name: "Remove @a.example" }));
  await view.user.click(view.getByRole("combobox", { name: "Condition" }));
  await view.user.click(await view.findByRole("option", { name: "Passes gate" }));
  await view.user.type(view.getByLabelText("Value"), "saved_cards{Enter}");
  expect((await view.findAllByText(/a circular dependency/)).length).toBeGreaterThan(0);
  await review(view);
  expect((await view.findAllByText(/would be a circular dependency/)).length).toBeGreaterThan(0);
  expect((await readGate(view)).version).toBe(1);
});

test("a failed save keeps the form and says what came back", async () => {
  let down = false;
  const view = await checkoutAt("?rule=r1", {
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
  expect(await view.findByText("The service cannot be reached")).toBeTruthy();
  expect(view.getByRole("textbox", { name: "Rollout" })).toHaveProperty("value", "40");
  expect(await readRule(view, "r1")).toMatchObject({ passPercentage: 10 });
});

test("a key that expires while typing is asked for, and the form is as it was", async () => {
  let expired = false;
  const view = await checkoutAt("?rule=r1", {
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
  expect(await view.findByRole("textbox", { name: "Rollout" })).toHaveProperty("value", "12");
});

test("a key that can only read explains why saving is not possible", async () => {
  const view = await checkoutAt("?rule=r1", { key: "read" });
  await typePercent(view, "12");
  const review = await view.findByRole("button", { name: "Review changes", description: /can only read/ });
  expect(review.getAttribute("aria-disabled")).toBe("true");
});
