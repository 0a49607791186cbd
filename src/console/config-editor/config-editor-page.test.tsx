import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { storeConfigs, storedConfig } from "#testing/stored-configs.ts";

const rule = (id: string, name: string, more: object = {}) => ({
  id,
  baseID: id,
  name,
  passPercentage: 100,
  conditions: [{ type: "country", operator: "any", targetValue: ["DE"] }],
  environments: null,
  returnValue: { price: 1 },
  ...more,
});

const shipping = storedConfig("shipping", {
  name: "Shipping",
  rules: [rule("r1", "Staff"), rule("r2", "North"), rule("r3", "Members")],
  defaultValue: { price: 5 },
});

const page = (search = "", config = shipping) =>
  consoleAt(`/demo/dynamic_configs/shipping${search}`, { fill: (service) => storeConfigs(service, config) });
type View = Awaited<ReturnType<typeof page>>;

async function stored({ service }: View): Promise<DynamicConfig> {
  const { body } = await service.request("GET", "/console/v1/dynamic_configs/shipping");
  return DynamicConfig.parse(body.data);
}

const click = async (view: View, name: string | RegExp) =>
  view.user.click(await view.findByRole("button", { name }));
const saveButton = (view: View) => view.findByRole("button", { name: "Save to production" });
const heading = (view: View, name: string | RegExp) => view.findByRole("heading", { level: 1, name });
const rulesOf = (view: View) =>
  within(view.getByRole("list", { name: "Rules" }))
    .getAllByRole("listitem")
    .map((item) => item.getAttribute("aria-label"));

test("the second half of a double click on the review saves nothing, and the review has the focus", async () => {
  const view = await page("?tab=default");
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "x");
  await click(view, "Review changes");
  fireEvent.click(await saveButton(view), { detail: 2 });
  expect(await heading(view, "Review 1 change")).toBeTruthy();
  expect((await stored(view)).version).toBe(1);
  expect(document.activeElement).not.toBe(document.body);
});

test("taking the last rule for production away is told as reaching production", async () => {
  const view = await page("", { ...shipping, rules: [rule("r1", "Staff")] });
  await click(view, "Delete");
  await click(view, "Review changes");
  expect(await view.findByText("Reaches production")).toBeTruthy();
});

test("a change for staging alone does not claim to reach production", async () => {
  const rules = [rule("r1", "Staff"), rule("r2", "Trial", { environments: ["staging"] })];
  const view = await page("?rule=r2", { ...shipping, rules });
  const passes = await view.findByRole("textbox", { name: "Passes" });
  await view.user.clear(passes);
  await view.user.type(passes, "10");
  await click(view, "Review changes");
  await saveButton(view);
  expect(view.queryByText("Reaches production")).toBeNull();
});

test("a removed rule can be put back where it was, and the focus is never lost", async () => {
  const view = await page("?rule=r2");
  await click(view, "Delete");
  await waitFor(() => expect(rulesOf(view)).toEqual(["Staff", "Members"]));
  expect(document.activeElement?.textContent).toContain("Members");
  await click(view, "Put North back");
  await waitFor(() => expect(rulesOf(view)).toEqual(["Staff", "North", "Members"]));
  expect(view.getByText("No changes")).toBeTruthy();
});

test("a new rule begins with its name, says in the review what it gives, and stays in view after the save", async () => {
  const view = await page();
  await click(view, "Add rule");
  const name = await view.findByRole("textbox", { name: "Name" });
  expect(document.activeElement).toBe(name);
  await view.user.clear(name);
  await view.user.type(name, "Brand new");
  await click(view, "Review changes");
  const changes = within(await view.findByRole("table", { name: "What changes, and for whom" }));
  expect(changes.getByRole("row", { name: "Rule not there added: {}" })).toBeTruthy();
  await view.user.click(await saveButton(view));
  await view.findByText(/is saved as you asked/);
  expect(await view.findByRole("heading", { level: 2, name: "Rule 4 Brand new" })).toBeTruthy();
});

test("a name that two rules have is told at the second one", async () => {
  const view = await page("?rule=r3");
  await click(view, "Rename");
  const name = await view.findByRole("textbox", { name: "Name" });
  await view.user.clear(name);
  await view.user.type(name, "Staff");
  await click(view, "Review changes");
  expect(await view.findByText(/This draft cannot be saved yet/)).toBeTruthy();
  expect(view.getAllByText(/Another rule has this name/)).toHaveLength(2);
  expect(view.getByRole("textbox", { name: "Name" }).getAttribute("aria-invalid")).toBe("true");
});

test("an old version takes the place of a draft only after a question", async () => {
  const view = await page("?tab=default");
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "Mine");
  const { rules, defaultValue } = await stored(view);
  const body = { rules, defaultValue, description: "Theirs", isEnabled: true, tags: [] };
  expect((await view.service.request("POST", "/console/v1/dynamic_configs/shipping", { body })).status).toBe(
    200,
  );
  await view.user.click(view.getByRole("link", { name: "History" }));
  await click(view, "Restore");
  const question = within(await view.findByRole("alertdialog", { name: "Replace your draft by version 1" }));
  await view.user.click(question.getByRole("button", { name: "Keep as it is" }));
  await view.user.click(view.getByRole("link", { name: "Default value" }));
  expect(await view.findByRole("textbox", { name: "Description" })).toHaveProperty("value", "Mine");
});

test("a typed schema gives way to an inferred one only after a question", async () => {
  const view = await page("?tab=schema", { ...shipping, schemaJson5: "{ /* mine */ }", schema: "{}" });
  await click(view, "Infer anew from the values");
  const question = within(await view.findByRole("alertdialog", { name: "Infer the schema anew" }));
  await view.user.click(question.getByRole("button", { name: "Keep as it is" }));
  expect(await view.findByDisplayValue("{ /* mine */ }")).toBeTruthy();
});
