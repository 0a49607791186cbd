// Tests the life cycle of a gate: creating, copying, switching its state, archiving, evaluating a user, and staleness.
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { checkoutRules, readGate, savedCards } from "#testing/checkout-gate.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { pressWhenPossible } from "#testing/press.ts";
import { storedExperiment } from "#testing/stored-experiments.ts";
import { storedGate, storeGates } from "#testing/stored-entities.ts";

const day = 86_400_000;
const { staff } = checkoutRules;
const gates = [
  storedGate("checkout", { name: "Checkout", rules: [staff] }),
  savedCards,
  storedGate("forgotten", {
    name: "Forgotten",
    createdTime: testNow - 90 * day,
    lastModifiedTime: testNow - 60 * day,
    checksPerHour: 5,
    rules: [{ ...staff, environments: null }],
  }),
];

const page = (path = "/demo/gates/checkout", options: ConsoleOptions = {}) =>
  consoleAt(path, { fill: (service) => storeGates(service, ...gates), ...options });
type View = Awaited<ReturnType<typeof page>>;

const choose = async (view: View, item: string) => {
  await view.user.click(await view.findByRole("button", { name: "More actions" }));
  await view.user.click(await view.findByRole("menuitem", { name: item }));
};

test("a new gate is created disabled and opened", async () => {
  const view = await page("/demo/gates");
  await view.user.click(await view.findByRole("button", { name: "New gate" }));
  const dialog = within(await view.findByRole("dialog"));
  await view.user.type(dialog.getByRole("textbox", { name: "Name" }), "Gift wrap");
  expect(dialog.getByText("gift_wrap")).toBeTruthy();
  await view.user.click(dialog.getByRole("button", { name: "Create the gate" }));
  expect(await view.findByRole("heading", { level: 1, name: "Gift wrap" })).toBeTruthy();
  expect(await readGate(view, "gift_wrap")).toMatchObject({
    status: "Disabled",
    isEnabled: false,
    rules: [],
  });
});

test("a copy has the stored rules under ids of their own, and starts disabled", async () => {
  const view = await page();
  await choose(view, "Duplicate");
  const dialog = within(await view.findByRole("dialog"));
  await view.user.click(dialog.getByRole("button", { name: "Duplicate" }));
  expect(await view.findByRole("heading", { level: 1, name: "Checkout copy" })).toBeTruthy();
  const copy = await readGate(view, "checkout_copy");
  expect(copy).toMatchObject({ status: "Disabled", rules: [{ name: "Staff", passPercentage: 10 }] });
  expect(copy.rules[0]?.baseID).not.toBe("r1");
});

test("a switch of the state is reviewed like any change, and sent to its own address", async () => {
  const sent: string[] = [];
  const view = await page(undefined, {
    intercept: async (request) => {
      if (request.method !== "GET") sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return undefined;
    },
  });
  await choose(view, "Disable: nobody passes");
  const changes = within(await view.findByRole("table", { name: "What changes, and for whom" }));
  expect(
    changes.getByRole("row", { name: /Status In progress: the rules decide Disabled: nobody passes/ }),
  ).toBeTruthy();
  expect((await readGate(view, "checkout")).isEnabled).toBe(true);
  await pressWhenPossible(view, "Save to production");
  await view.findByText(/saved as you asked, version 2/);
  expect(await readGate(view, "checkout")).toMatchObject({ status: "Disabled", isEnabled: false });
  await choose(view, "Launch: everyone passes");
  await pressWhenPossible(view, "Save to production");
  await view.findByText(/saved as you asked, version 3/);
  await choose(view, "Enable: the rules decide");
  await pressWhenPossible(view, "Save to production");
  await view.findByText(/saved as you asked, version 4/);
  expect(await readGate(view, "checkout")).toMatchObject({ status: "In Progress", isEnabled: true });
  const addresses = sent.filter((_, index) => index % 2 === 0);
  expect(addresses).toEqual([
    "PUT /console/v1/gates/checkout/disable",
    "PUT /console/v1/gates/checkout/launch",
    "PATCH /console/v1/gates/checkout",
  ]);
});

test("a gate that others ask about is archived only when that is said twice", async () => {
  const view = await page();
  await choose(view, "Archive");
  await pressWhenPossible(view, "Archive the gate");
  expect(await view.findByText(/Referred to by gate 'saved_cards'/)).toBeTruthy();
  expect((await readGate(view, "checkout")).status).toBe("In Progress");
  await view.user.click(view.getByRole("button", { name: "Archive it nevertheless" }));
  expect(await view.findByText("Checkout is archived", { selector: "[role=status] *" })).toBeTruthy();
  expect((await readGate(view, "checkout")).status).toBe("Archived");
  await view.user.click(await view.findByRole("button", { name: "Unarchive" }));
  await view.user.type(await view.findByRole("textbox", { name: /^Reason/ }), "Needed again");
  await view.user.click(view.getByRole("button", { name: "Unarchive the gate" }));
  expect(await view.findByText("Checkout is out of the archive")).toBeTruthy();
  expect((await readGate(view, "checkout")).status).toBe("Disabled");
  await view.user.click(view.getByRole("link", { name: /^History/ }));
  expect(await view.findByText("Why: Needed again")).toBeTruthy();
});

test("where an experiment runs on the gate, a reason is asked for and kept", async () => {
  const view = await page("/demo/gates/checkout?rule=r1", {
    fill: async (service) => {
      await storeGates(service, ...gates);
      const document = storedExperiment({ name: "One page", targetingGateID: "checkout" });
      await service.database.transaction((transaction) =>
        writeEntity(transaction, "experiment", { document, references: ["checkout"] }, testNow),
      );
    },
  });
  const passes = await view.findByRole("textbox", { name: "Rollout" });
  await view.user.clear(passes);
  await view.user.type(passes, "20");
  expect(await view.findByText("One page is running on this gate")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  const save = await view.findByRole("button", { name: "Save to production" });
  expect(save.getAttribute("aria-disabled")).toBe("true");
  const reason = view.getByText("An experiment runs on this gate: say first why the change is made.");
  expect(reason.className).not.toContain("sr-only");
  await view.user.click(save);
  const field = view.getByRole("textbox", { name: "Why this change is made" });
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-required")).toBe("true");
  await view.user.type(field, "Ramp agreed on");
  await view.user.click(view.getByRole("button", { name: "Save to production" }));
  await view.findByText(/saved as you asked, version 2/);
  expect((await readGate(view, "checkout")).lastModifiedReason).toBe("Ramp agreed on");
});

test("what the gate says about itself is changed in its settings", async () => {
  const view = await page("/demo/gates/checkout?tab=settings");
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "Who may pay");
  await view.user.type(view.getByRole("textbox", { name: "Tags" }), "payment,core{Enter}");
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  expect(await view.findByText("Nobody's answer changes.")).toBeTruthy();
  await pressWhenPossible(view, "Save");
  await view.findByText(/saved as you asked/);
  expect(await readGate(view, "checkout")).toMatchObject({
    description: "Who may pay",
    tags: ["payment", "core"],
    status: "In Progress",
  });
});

test("a user is tried on the draft, through the gates behind it", async () => {
  const view = await page("/demo/gates/saved_cards?tab=trial");
  await view.user.type(await view.findByLabelText("E-mail"), "x@b.example");
  await view.user.type(view.getByLabelText("User ID"), "u1");
  const result = within(view.getByRole("region", { name: "Whether the user passes" }));
  expect(result.getByText("Does not pass.")).toBeTruthy();
  const [buyers] = within(result.getByRole("list", { name: "Rule by rule" })).getAllByRole("listitem");
  expect(buyers?.textContent).toMatch(/Rule 1 Buyers.*does not fit.*Passes Checkout/);
  await view.user.click(view.getByRole("link", { name: "Settings" }));
  await view.user.click(await view.findByRole("button", { name: "Launched" }));
  await view.user.click(view.getByRole("link", { name: "Test a user" }));
  expect(await view.findByText("With your draft, as it stands now.")).toBeTruthy();
  expect(view.getByText("Passes.")).toBeTruthy();
});

test("a stale gate says why", async () => {
  const view = await page("/demo/gates/forgotten");
  expect(await view.findByText("It takes a part of the users and has not changed for 30 days.")).toBeTruthy();
});

test("what is odd about a rule stands at it, with its fix", async () => {
  const odd = storedGate("odd", {
    name: "Odd",
    rules: [
      { id: "a", baseID: "a", name: "All", passPercentage: 50, conditions: [{ type: "public" }] },
      { ...staff, id: "b", baseID: "b", name: "Hidden" },
    ],
  });
  const view = await page("/demo/gates/odd?rule=b", { fill: (service) => storeGates(service, odd) });
  expect((await view.findAllByText(/Nobody gets here: rule 1/)).length).toBeGreaterThan(1);
  await view.user.click(view.getByRole("button", { name: "Move it before rule 1" }));
  await view.user.click(await view.findByRole("button", { name: "Review changes" }));
  await pressWhenPossible(view, "Save to production");
  await view.findByText(/saved as you asked/);
  expect((await readGate(view, "odd")).rules.map(({ name }) => name)).toEqual(["Hidden", "All"]);
});

test("a condition that apps do not judge is marked at its row, in words, and a fix of another is in the draft at once", async () => {
  const served = storedGate("served", {
    rules: [
      {
        id: "a",
        name: "Pages",
        passPercentage: 50,
        conditions: [
          { type: "country", operator: "any", targetValue: ["DE", "FR"] },
          { type: "url", targetValue: ["/checkout"] },
          { type: "user_id", operator: "any", targetValue: ["u1,u2"] },
        ],
      },
    ],
  });
  const view = await page("/demo/gates/served?rule=a", { fill: (service) => storeGates(service, served) });
  const message = "Apps do not judge URL: this rule leaves out whoever meets its other conditions.";
  expect(await view.findByRole("img", { name: `Condition 2: ${message}` })).toBeTruthy();
  const odd = within(view.getByRole("list", { name: "What is odd about this rule" }));
  expect(odd.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    `Warning: Condition 2: ${message}`,
    'Note: Condition 3: "u1,u2" is one value, comma included.Make it "u1" and "u2"',
  ]);
  await view.user.click(odd.getByRole("button", { name: 'Make it "u1" and "u2"' }));
  expect(await view.findByRole("button", { name: "Remove u2" })).toBeTruthy();
  expect(view.queryByText(/comma included/)).toBeNull();
});
