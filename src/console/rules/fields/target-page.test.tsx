// Tests that each kind of condition has a suitable field, and is stored in the format that the service expects.
import { fireEvent, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Gate } from "#contract/gate.ts";
import { writeEntity } from "#service/database/entities.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { pressWhenPossible } from "#testing/press.ts";
import { storedExperiment } from "#testing/stored-experiments.ts";
import { storedGate, storeGates } from "#testing/stored-entities.ts";

const rule = (condition: object) => ({
  id: "r1",
  baseID: "r1",
  name: "Some",
  passPercentage: 100,
  conditions: [{ type: "public", ...condition }],
  environments: null,
});

const page = (condition: object) =>
  consoleAt("/demo/gates/checkout?rule=r1", {
    fill: async (service) => {
      await storeGates(
        service,
        storedGate("checkout", { name: "Checkout", rules: [rule(condition)] }),
        storedGate("members"),
      );
      const loyal = { id: "loyal", name: "Loyal customers", type: "id_list", rules: [], ids: [] };
      await service.database.transaction(async (transaction) => {
        await writeEntity(
          transaction,
          "experiment",
          { document: storedExperiment(), references: [] },
          testNow,
        );
        await writeEntity(transaction, "segment", { document: loyal, references: [] }, testNow);
      });
    },
  });
type View = Awaited<ReturnType<typeof page>>;

async function savedCondition(view: View) {
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  // The save is possible only after the dependents of the gate are loaded.
  await pressWhenPossible(view, "Save to production");
  await view.findByText(/saved as you asked/);
  const { body } = await view.service.request("GET", "/console/v1/gates/checkout");
  return Gate.parse(body.data).rules[0]?.conditions[0];
}

/** Returns the suggestions of a field. */
const suggested = (field: HTMLElement) => {
  const list = document.getElementById(field.getAttribute("list") ?? "");
  return [...(list?.querySelectorAll("option") ?? [])].map(({ value }) => value);
};

test("countries are offered by name; codes are typed or pasted in any case", async () => {
  const view = await page({ type: "country", operator: "any", targetValue: "DE" });
  const value = await view.findByLabelText("Value");
  expect(view.getByText("Germany (DE)")).toBeTruthy();
  await view.user.click(value);
  await view.user.paste("dk, SE\nno");
  await view.user.type(value, "finl");
  expect(suggested(value)).toEqual(["Finland (FI)"]);
  await view.user.clear(value);
  expect(await savedCondition(view)).toMatchObject({ targetValue: ["DE", "DK", "SE", "NO"] });
});

test("a day is chosen as a day", async () => {
  const view = await page({ type: "custom_field", field: "born", operator: "on", targetValue: "2020-02-01" });
  const value = await view.findByLabelText("Value");
  expect(value).toHaveProperty("value", "2020-02-01");
  fireEvent.change(value, { target: { value: "2020-02-29" } });
  expect(await savedCondition(view)).toMatchObject({ targetValue: "2020-02-29" });
});

test("a time is chosen in the reader's zone and stored in ms", async () => {
  const view = await page({ type: "time", operator: "after", targetValue: "1767225600000" });
  fireEvent.change(await view.findByLabelText("Value"), { target: { value: "2026-11-30T09:00" } });
  expect(await savedCondition(view)).toMatchObject({
    targetValue: String(new Date("2026-11-30T09:00").getTime()),
  });
});

test("groups are offered of the experiment that is named", async () => {
  const view = await page({ type: "experiment_group", field: "form", operator: "any", targetValue: "New" });
  const panel = within(await view.findByRole("complementary", { name: "Edit rule 1" }));
  const value = await panel.findByLabelText("Value");
  await view.findByRole("button", { name: "Remove Form" });
  await expect.poll(() => suggested(value)).toEqual(["Old", "New", "Express"]);
  await view.user.type(value, "Express{Enter}");
  expect(await savedCondition(view)).toMatchObject({ field: "form", targetValue: ["New", "Express"] });
});

test("segments are offered by their names", async () => {
  const view = await page({ type: "fails_segment", targetValue: "old" });
  await view.user.click(await view.findByRole("button", { name: "Remove old" }));
  const value = view.getByLabelText("Value");
  await expect.poll(() => suggested(value)).toContain("Loyal customers");
});

test("a version that is none is refused at its field", async () => {
  const view = await page({ type: "app_version", operator: "version_gte", targetValue: "1.2" });
  const value = await view.findByLabelText("Value");
  await view.user.clear(value);
  await view.user.type(value, "new");
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  expect((await view.findAllByText(/Expected a version such as 1\.2\.3/)).length).toBe(2);
  expect(value.getAttribute("aria-invalid")).toBe("true");
});
