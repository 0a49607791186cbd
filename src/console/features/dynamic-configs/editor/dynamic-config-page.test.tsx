import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";
import {
  press,
  saveShippingElsewhere,
  shipping,
  shippingAt,
  storedShipping,
  type ShippingView,
} from "#testing/shipping-config.ts";
import { storeConfigs } from "#testing/stored-entities.ts";

const review = (view: ShippingView) => press(view, "Review changes");
const save = (view: ShippingView) => press(view, /^Save/);

test("reads each rule as a sentence", async () => {
  const view = await shippingAt();
  const rules = within(await view.findByRole("table", { name: /Which value each rule gives/ }));
  expect(rules.getByRole("row", { name: /Staff.*Users in DE.*100/ })).toBeTruthy();
  expect((await view.findByText(/ get the value|^Users in/, { selector: "section p" })).textContent).toBe(
    "Users in DE get the value of this rule.",
  );
});

test("saves only what was reviewed, and comments survive", async () => {
  const view = await shippingAt("?tab=settings");
  const description = await view.findByRole("textbox", { name: "Description" });
  await view.user.type(description, "What shipping costs");
  expect(view.queryByRole("button", { name: "Save to production" })).toBeNull();
  await review(view);
  await save(view);
  expect(await view.findByText(/Shipping is saved/)).toBeTruthy();
  expect(await storedShipping(view)).toMatchObject({
    description: "What shipping costs",
    defaultValueJson5: "{\n  // In euros.\n  price: 5,\n}",
    version: 2,
  });
});

test("a refused value stands at its field and in the summary, and nothing is stored", async () => {
  const view = await shippingAt("?tab=default");
  const value = await view.findByRole("textbox", { name: "Default value" });
  await view.user.clear(value);
  await view.user.type(value, "oops");
  await review(view);
  expect(await view.findByText("1 error to fix before this draft can be saved")).toBeTruthy();
  expect((await storedShipping(view)).version).toBe(1);
  expect(view.getByDisplayValue("oops")).toBeTruthy();
});

test("with a key that can only read, reviewing says why it is not possible", async () => {
  const view = await shippingAt("?tab=settings", { key: "read" });
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "x");
  expect(view.getByRole("button", { name: "Review changes" }).getAttribute("aria-disabled")).toBe("true");
});

test("an id that does not exist shows what is close to it", async () => {
  const view = await consoleAt("/demo/dynamic_configs/shiping", {
    fill: (service) => storeConfigs(service, shipping),
  });
  expect(await view.findByRole("heading", { name: /There is no dynamic config with this id/ })).toBeTruthy();
  expect(await view.findByRole("link", { name: /Shipping/ })).toBeTruthy();
});

test("the review says by audience what changes, path by path, and which rules stay", async () => {
  const view = await shippingAt("?rule=r2");
  const value = await view.findByRole("textbox", { name: "Value of North" });
  await view.user.clear(value);
  await view.user.type(value, "{{ price: 2, note: 'x' }");
  await review(view);
  const changes = within(await view.findByRole("table", { name: "What changes, and for whom" }));
  expect(changes.getByRole("rowheader", { name: /Users in DE.*Rule 2, North/ })).toBeTruthy();
  expect(changes.getByRole("row", { name: /^price 1 2 ?Twice as much$/ })).toBeTruthy();
  expect(changes.getByRole("row", { name: 'note not there "x"' })).toBeTruthy();
  expect(view.getByText("2 rules stay as they are")).toBeTruthy();
});

test("the review says where each field that is sent comes from", async () => {
  const view = await shippingAt("?tab=settings");
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "x");
  await review(view);
  const checks = within(await view.findByRole("complementary", { name: "Checks" }));
  const origin = (field: string | RegExp) => checks.getByText(field).nextElementSibling?.textContent;
  expect(origin("Description")).toBe("Changed by you");
  expect(origin(/^Kept from .*2026/)).toMatch(/^Status, Rules, Default value, /);
});

test("after a save the summary says what was stored, and Undo brings it back through a review", async () => {
  const view = await shippingAt("?tab=settings");
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "Oops");
  await review(view);
  await save(view);
  expect(await view.findByText("Shipping is saved as you asked, version 2")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Undo" }));
  await review(view);
  await save(view);
  expect(await view.findByText("Shipping is saved as you asked, version 3")).toBeTruthy();
  expect(await storedShipping(view)).toMatchObject({ description: "", version: 3 });
});

test("a colleague's save is merged, and only what we both changed is asked", async () => {
  const view = await shippingAt("?tab=settings");
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "Mine");
  await saveShippingElsewhere(view, { description: "Theirs", isEnabled: false });
  await review(view);
  expect(await view.findByText(/saved a newer version of this config/)).toBeTruthy();
  await view.user.click(await view.findByRole("button", { name: "Merge latest changes" }));
  expect(await view.findByText(/Will be merged from .* with your answers: Status\./)).toBeTruthy();
  expect(view.getByRole("button", { name: "Review changes" }).getAttribute("aria-disabled")).toBe("true");
  await view.user.click(view.getByRole("button", { name: "Keep mine" }));
  await review(view);
  await save(view);
  expect(await view.findByText(/saved as you asked, version 3/)).toBeTruthy();
  expect(await storedShipping(view)).toMatchObject({ description: "Mine", isEnabled: false });
});

test("a history that cannot be read leaves the draft in view, and is read on demand", async () => {
  let isDown = true;
  const view = await shippingAt("?tab=settings", {
    intercept: ({ url }) =>
      isDown && url.includes("/versions")
        ? Response.json({ status: 500, message: "Down" }, { status: 500 })
        : undefined,
  });
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "Mine");
  await view.user.click(view.getByRole("link", { name: /^History/ }));
  expect(await view.findByText("The history could not be read")).toBeTruthy();
  expect(view.getByText("1 change")).toBeTruthy();
  isDown = false;
  await press(view, "Retry");
  expect(await view.findByText("The first version on record here.")).toBeTruthy();
});

test("history says what each save changed, compares any two and restores one through a review", async () => {
  const view = await shippingAt("?tab=history");
  await view.findByText("The first version on record here.");
  await saveShippingElsewhere(view, { description: "Second" });
  await saveShippingElsewhere(view, { description: "Third" });
  view.unmount();
  const again = await shippingAt("?tab=history&version=1&against=2", {
    service: view.service,
  });
  const compared = within(await again.findByRole("table", { name: "Version 1 against version 2" }));
  expect(compared.getByRole("row", { name: "Description none Second" })).toBeTruthy();
  const [, restoreFirst] = again.getAllByRole("button", { name: "Restore" });
  if (restoreFirst) await again.user.click(restoreFirst);
  await review(again);
  await save(again);
  expect(await again.findByText(/saved as you asked, version 4/)).toBeTruthy();
  expect((await storedShipping(again)).description).toBe("");
});

test("a reason goes with a save, and the history shows it with all of what changed, letter by letter", async () => {
  const view = await shippingAt("?tab=settings");
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "Mine");
  await saveShippingElsewhere(view, {
    defaultValueJson5: "{ maxPriceEUR: 9, minPriceEUR: 2 }",
    defaultValue: undefined,
  });
  await review(view);
  await press(view, "Merge latest changes");
  await review(view);
  await view.user.type(await view.findByRole("textbox", { name: /^Reason/ }), "Asked for by Sales");
  await save(view);
  await view.findByText(/saved as you asked, version 3/);
  const facts = view.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(facts).toContainEqual(expect.stringMatching(/^Version 3, saved /));
  await view.user.click(await view.findByRole("link", { name: /^History ?3$/ }));
  expect(await view.findByText("Why: Asked for by Sales")).toBeTruthy();
  expect(view.getAllByText(/^Default value: /).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      "Default value: maxPriceEUR not there became 9",
      "Default value: minPriceEUR not there became 2",
    ]),
  );
});
