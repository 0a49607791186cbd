import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  press,
  saveShippingElsewhere,
  shipping,
  shippingAt,
  shippingRule,
  storedShipping,
  type ShippingView,
} from "#testing/shipping-config.ts";

const saveButton = (view: ShippingView) => view.findByRole("button", { name: /^Save/ });
const heading = (view: ShippingView, name: string | RegExp) => view.findByRole("heading", { level: 1, name });
const rulesOf = (view: ShippingView) =>
  within(view.getByRole("table", { name: /Which value each rule gives/ }))
    .getAllByRole("rowgroup")
    .flatMap((group) => group.getAttribute("aria-label") ?? []);

test("description and tags have a tab of their own, where their problems and changes lead", async () => {
  const view = await shippingAt("?tab=default");
  await view.findByRole("textbox", { name: "Default value" });
  expect(view.queryByRole("textbox", { name: "Description" })).toBeNull();
  await view.user.click(view.getByRole("link", { name: "Settings" }));
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "x");
  await view.user.type(view.getByLabelText("Tags"), "shop{Enter}");
  expect(view.getByText(/^2 changes/)).toBeTruthy();
});

test("the second half of a double click on the review saves nothing, and the review has the focus", async () => {
  const view = await shippingAt("?tab=settings");
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "x");
  await press(view, "Review changes");
  fireEvent.click(await saveButton(view), { detail: 2 });
  expect(await heading(view, "Review 1 change")).toBeTruthy();
  expect((await storedShipping(view)).version).toBe(1);
  expect(document.activeElement).not.toBe(document.body);
});

test("taking the last rule for production away is said to reach production", async () => {
  const view = await shippingAt("", { config: { ...shipping, rules: [shippingRule("r1", "Staff")] } });
  await press(view, "Delete");
  await press(view, "Review changes");
  expect(await view.findByText("Reaches production")).toBeTruthy();
});

test("a change for staging alone says staging, and does not claim to reach production", async () => {
  const rules = [shippingRule("r1", "Staff"), shippingRule("r2", "Trial", { environments: ["staging"] })];
  const view = await shippingAt("?rule=r2", { config: { ...shipping, rules } });
  const passes = await view.findByRole("textbox", { name: "Rollout" });
  await view.user.clear(passes);
  await view.user.type(passes, "10");
  await press(view, "Review changes");
  expect(await view.findByRole("button", { name: "Save to staging" })).toBeTruthy();
  expect(view.getByText("After saving, answers change in staging only.")).toBeTruthy();
  const changes = within(view.getByRole("table", { name: "What changes, and for whom" }));
  expect(changes.getByRole("rowheader", { name: /Rule 2, Trial, in staging$/ })).toBeTruthy();
  expect(changes.getByRole("row", { name: /100\s% 10\s%90\s% of them leave$/ })).toBeTruthy();
  expect(view.queryByText("Reaches production")).toBeNull();
});

test("a removed rule can be put back where it was, and the focus is never lost", async () => {
  const view = await shippingAt("?rule=r2");
  await press(view, "Delete");
  await waitFor(() => expect(rulesOf(view)).toEqual(["Staff", "Members"]));
  expect(document.activeElement?.textContent).toContain("Members");
  await press(view, "Put North back");
  await waitFor(() => expect(rulesOf(view)).toEqual(["Staff", "North", "Members"]));
  expect(view.getByText("No changes")).toBeTruthy();
});

test("a new rule begins with its name, says in the review what it gives, and stays in view after the save", async () => {
  const view = await shippingAt();
  await press(view, "Add rule");
  const name = await view.findByRole("textbox", { name: "Name" });
  expect(document.activeElement).toBe(name);
  await view.user.clear(name);
  await view.user.type(name, "Brand new");
  await press(view, "Review changes");
  const changes = within(await view.findByRole("table", { name: "What changes, and for whom" }));
  expect(changes.getByRole("row", { name: "Rule not there added: {}" })).toBeTruthy();
  await view.user.click(await saveButton(view));
  await view.findByText(/is saved as you asked/);
  expect(await view.findByRole("heading", { level: 2, name: "Rule 4 Brand new" })).toBeTruthy();
});

test("a name that two rules have stands at the second one", async () => {
  const view = await shippingAt("?rule=r3");
  await press(view, "Rename");
  const name = await view.findByRole("textbox", { name: "Name" });
  await view.user.clear(name);
  await view.user.type(name, "Staff");
  await press(view, "Review changes");
  expect(await view.findByText(/to fix before this draft can be saved/)).toBeTruthy();
  expect(view.getAllByText(/Another rule has this name/)).toHaveLength(2);
  expect(view.getByRole("textbox", { name: "Name" }).getAttribute("aria-invalid")).toBe("true");
});

test("what was typed and is no percentage is still there after a reload, and goes with the draft", async () => {
  const view = await shippingAt("?rule=r2");
  const passes = await view.findByRole("textbox", { name: "Rollout" });
  await view.user.clear(passes);
  await view.user.type(passes, "half");
  view.unmount();
  const again = await shippingAt("?rule=r2", { service: view.service });
  const field = await again.findByRole("textbox", { name: "Rollout" });
  expect(field).toHaveProperty("value", "half");
  expect(again.getByText("Enter a number, such as 12.5")).toBeTruthy();
  await again.user.clear(field);
  await again.user.type(field, "100");
  expect(await again.findByText("No changes")).toBeTruthy();
});

test("an old version takes the place of a draft only after a question", async () => {
  const view = await shippingAt("?tab=settings");
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "Mine");
  await saveShippingElsewhere(view, { description: "Theirs" });
  await view.user.click(view.getByRole("link", { name: /^History/ }));
  await press(view, "Restore");
  const question = within(await view.findByRole("alertdialog", { name: "Replace your draft by version 1" }));
  await view.user.click(question.getByRole("button", { name: "Keep as it is" }));
  await view.user.click(view.getByRole("link", { name: "Settings" }));
  expect(await view.findByRole("textbox", { name: "Description" })).toHaveProperty("value", "Mine");
});

test("a typed schema gives way to an inferred one only after a question", async () => {
  const view = await shippingAt("?tab=schema", {
    config: { ...shipping, schemaJson5: "{ /* mine */ }", schema: "{}" },
  });
  await press(view, "Infer anew from the values");
  const question = within(await view.findByRole("alertdialog", { name: "Infer the schema anew" }));
  await view.user.click(question.getByRole("button", { name: "Keep as it is" }));
  expect(await view.findByDisplayValue("{ /* mine */ }")).toBeTruthy();
});

test("a switch by a colleague is not told as one of the draft", async () => {
  const view = await shippingAt("?tab=settings");
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "Unsaved");
  await saveShippingElsewhere(view, { isEnabled: false });
  await press(view, "Review changes");
  expect(await view.findByText("When you started: enabled")).toBeTruthy();
  expect(view.queryByText(/In your draft/)).toBeNull();
});

test("the head shows what is stored, and what the draft makes of it as a draft", async () => {
  const view = await shippingAt("?tab=settings");
  await view.user.click(await view.findByRole("switch"));
  await view.user.type(view.getByRole("textbox", { name: "Description" }), "Unsaved");
  const head = within(
    view.getByRole("heading", { level: 1, name: "Shipping" }).closest("header") ?? view.baseElement,
  );
  expect(head.getByText("Enabled")).toBeTruthy();
  expect(head.getByText("In your draft: disabled")).toBeTruthy();
  expect(head.queryByText("Unsaved")).toBeNull();
  await view.user.click(view.getByRole("switch"));
  expect(head.queryByText(/In your draft/)).toBeNull();
});
