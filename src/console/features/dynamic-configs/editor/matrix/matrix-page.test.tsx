import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { loadEvents } from "#service/database/logs.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import {
  press,
  saveShippingElsewhere,
  shipping,
  shippingAt,
  shippingRule,
  storedShipping,
  type ShippingView,
} from "#testing/shipping-config.ts";
import { storeConfigs } from "#testing/stored-entities.ts";

const schema = {
  type: "object",
  required: ["carriers", "price"],
  properties: {
    carriers: { type: "array", items: { type: "string" } },
    price: { type: "integer", minimum: 0, maximum: 9000, unit: "cents" },
    pickup: { type: "boolean" },
    note: { type: "string", maxLength: 80 },
  },
};
const variant = (id: string, json5: string) => ({
  id,
  name: id,
  passPercentage: 50,
  returnValue: valueIn(json5),
  returnValueJson5: json5,
});
const config = {
  ...shipping,
  schema: JSON.stringify(schema),
  defaultValue: {},
  defaultValueJson5: '{\n  // In cents.\n  carriers: ["standard"], price: 5900, pickup: true }',
  rules: [
    shippingRule("r1", "Staff", {
      returnValue: { price: 16, carriers: ["standard"], pickup: true },
      returnValueJson5: '{\n  price: 0x10, // for free\n  carriers: ["standard"],\n  pickup: true,\n}',
    }),
    shippingRule("r2", "North", {
      returnValue: undefined,
      variants: [
        variant("Fast", '{ carriers: ["express"], price: 5900 }'),
        variant("Slow", '{ carriers: ["standard"], price: 100 }'),
      ],
    }),
  ],
};
const open = async (search = "") => {
  const view = await shippingAt(search, { config });
  await view.findByRole("table", { name: /Which value each rule gives/ });
  return view;
};
const cell = (view: ShippingView, name: string | RegExp) => view.getByRole("button", { name });

test("the matrix is drawn first, the fields and the text of a rule after it", async () => {
  const drawn: boolean[] = [];
  const observer = new MutationObserver(() => {
    if (document.querySelector("main table")) drawn.push(document.querySelector("#rule-editor") !== null);
  });
  observer.observe(document, { subtree: true, childList: true });
  const view = await open();
  await view.findByRole("region", { name: "Rule 1" });
  observer.disconnect();
  expect([drawn[0], drawn.at(-1)]).toEqual([false, true]);
});

test("each row says how many recent users get its value, as it is stored", async () => {
  const view = await shippingAt("", {
    fill: async (service) => {
      const conditions = [{ type: "email", operator: "any", targetValue: ["a@b.example"] }];
      const rules = [...config.rules, shippingRule("r3", "Guests", { conditions })];
      await storeConfigs(service, { ...config, rules });
      const events = ["DE", "DE", "SE"].map((country, index) => ({
        name: "view",
        time: testNow - 1000,
        unit: `u${index}`,
        value: "",
        source: "web",
        metadata: JSON.stringify({ country }),
      }));
      await service.database.transaction((transaction) => loadEvents(transaction, events));
    },
  });
  expect(await view.findByText("of 3")).toBeTruthy();
  const table = within(view.getByRole("table", { name: /Which value each rule gives/ }));
  const usersOf = (name: RegExp) =>
    within(table.getByRole("row", { name })).getAllByRole("cell")[2]?.textContent;
  expect([/Staff/, /Everyone else/].map(usersOf)).toEqual(["2", "1"]);
  // No event contains an e-mail address, so the number of these users is unknown.
  expect(usersOf(/Guests/)).toBe("?");
});

test("rows are the rules, their variants and the default, columns the fields with their units", async () => {
  const view = await open();
  const table = within(view.getByRole("table", { name: /Which value each rule gives/ }));
  expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Order",
    "Rulethe first that fits decides",
    "Sharerollout",
    "Users\u00a0",
    "carrierslist, in order",
    "pricecents, 0 to 9000",
    "pickupon or off",
    "notetext, up to 80",
  ]);
  expect(
    table.getAllByRole("rowheader").map((head) => within(head).getAllByRole("button")[0]?.textContent),
  ).toEqual(["Staff", "North", "Fast", "Slow", "Everyone else"]);
  expect(cell(view, "price of Slow: 100 cents").innerHTML).toContain("font-strong");
  expect(cell(view, "price of Fast: 5900 cents").innerHTML).not.toContain("font-strong");
  expect(cell(view, "pickup of Staff: On")).toBeTruthy();
  expect(cell(view, "note of Staff: –")).toBeTruthy();
});

test("a cell is edited in place, only its token changes in the text, and it is marked until it is saved", async () => {
  const view = await open();
  await view.user.click(cell(view, /^price of Staff/));
  const field = view.getByRole("textbox", { name: "price of Staff, cents" });
  await view.user.clear(field);
  await view.user.type(field, "490{Enter}");
  expect(cell(view, "price of Staff: 490 cents, before 16").textContent).toMatch(/16 → 490in your draft$/);
  expect(document.activeElement).toBe(cell(view, /^price of Staff/));
  await press(view, "Review changes");
  const changes = within(await view.findByRole("table", { name: "What changes, and for whom" }));
  expect(
    changes.getByRole("row", { name: /^price 16 cents 490 cents ?More than 10 times as much$/ }),
  ).toBeTruthy();
  await view.user.click(await view.findByRole("button", { name: /^Save/ }));
  await view.findByText(/is saved as you asked/);
  expect((await storedShipping(view)).rules[0]?.returnValueJson5).toBe(
    '{\n  price: 490, // for free\n  carriers: ["standard"],\n  pickup: true,\n}',
  );
  expect(cell(view, "price of Staff: 490 cents")).toBeTruthy();
});

test("a closed cell and a renamed rule show what was just typed, not first what stood there", async () => {
  const view = await open();
  const type = (name: string, text: string) => {
    const field = view.getByRole("textbox", { name });
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  await view.user.click(cell(view, /^price of Staff/));
  // Outside `act`, so that deferred renders come only after the end of the task.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  type("price of Staff, cents", "490");
  await Promise.resolve();
  view
    .getByRole("textbox", { name: "price of Staff, cents" })
    .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  await Promise.resolve();
  expect(cell(view, "price of Staff: 490 cents, before 16")).toBeTruthy();
  vi.unstubAllGlobals();
  await view.user.click(cell(view, "Rename"));
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  type("Name", "Employees");
  await Promise.resolve();
  expect(cell(view, /^price of Employees/)).toBeTruthy();
  vi.unstubAllGlobals();
});

test("what the schema refuses stands at its cell, and Escape puts back what stood there", async () => {
  const view = await open();
  await view.user.click(cell(view, /^price of Slow/));
  const field = view.getByRole("textbox", { name: "price of Slow, cents" });
  await view.user.clear(field);
  await view.user.type(field, "9900");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(field.closest("td")?.textContent).toMatch(/At most 9000$/);
  await view.user.keyboard("{Escape}");
  expect(cell(view, "price of Slow: 100 cents")).toBeTruthy();
  expect(await view.findByText("No changes")).toBeTruthy();
});

test("a field that is not set is set and taken out in its cell, and each change has its own way back", async () => {
  const view = await open();
  await view.user.click(cell(view, "pickup of Slow: –"));
  fireEvent.change(view.getByRole("combobox", { name: "pickup of Slow" }), { target: { value: "0" } });
  await view.user.keyboard("{Enter}");
  expect(view.getByDisplayValue(/pickup: true/)).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Undo pickup" }));
  expect(cell(view, "pickup of Slow: –")).toBeTruthy();
  expect(await view.findByText("No changes")).toBeTruthy();
});

test("arrow keys lead from cell to cell, over the borders of rules", async () => {
  const view = await open();
  cell(view, /^price of Staff/).focus();
  await view.user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(cell(view, /^price of Fast/));
  await view.user.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(cell(view, /^pickup of Fast/));
});

test("a list is edited in its cell, its items between commas", async () => {
  const view = await open();
  await view.user.click(cell(view, "carriers of Slow: standard"));
  const field = view.getByRole("textbox", { name: "carriers of Slow, items between commas" });
  await view.user.type(field, ", pickup{Enter}");
  expect(cell(view, "carriers of Slow: standard, pickup, before standard")).toBeTruthy();
  expect(view.getByDisplayValue('{ carriers: ["standard", "pickup"], price: 100 }')).toBeTruthy();
});

test("a nested value is edited in its cell as JSON5, and an unfinished one is reported where it stands", async () => {
  const rules = [
    shippingRule("r1", "Staff", {
      returnValue: { opening: { from: 8 } },
      returnValueJson5: "{ opening: { from: 8 } }",
    }),
  ];
  const nested = { ...shipping, rules, defaultValue: { opening: { from: 9 } }, defaultValueJson5: undefined };
  const view = await shippingAt("", { config: nested });
  const opening = { name: "opening of Staff, as JSON5" };
  await view.user.click(await view.findByRole("button", { name: /^opening of Staff/ }));
  const field = view.getByRole("textbox", opening);
  await view.user.clear(field);
  await view.user.type(field, "{{from: 7, to: 19}{Enter}");
  expect(view.getByDisplayValue(/opening: \{ from: 7, to: 19 \}/)).toBeTruthy();
  await view.user.click(cell(view, /^opening of Staff/));
  await view.user.type(view.getByRole("textbox", opening), "{Backspace}{Enter}");
  expect(document.activeElement).toBe(view.getByRole("textbox", opening));
  await view.user.tab();
  expect(view.getByDisplayValue(/"to":19,?\s*\}\s*$/)).toBeTruthy();
  expect(view.getByText("The text has a mistake.")).toBeTruthy();
});

test("the reader chooses the fields of the matrix; the others stand below", async () => {
  const view = await open();
  await press(view, "Fields");
  await view.user.click(view.getByRole("checkbox", { name: "price" }));
  expect(view.queryByRole("button", { name: /^price of Staff/ })).toBeNull();
  expect(cell(view, /^pickup of Staff/)).toBeTruthy();
  expect(view.router.state.location.search).toEqual({ fields: ["carriers", "pickup", "note"] });
  expect(view.getByText(/^1 further field stands below/)).toBeTruthy();
  expect(await view.findByRole("textbox", { name: /^Price/ })).toBeTruthy();
});

test("what a colleague changed in the same cell is asked, as with any field", async () => {
  const view = await open();
  await view.user.click(cell(view, /^price of Everyone else/));
  const field = view.getByRole("textbox", { name: /^price of Everyone else/ });
  await view.user.clear(field);
  await view.user.type(field, "1{Enter}");
  await saveShippingElsewhere(view, {
    defaultValueJson5: '{\n  // In cents.\n  carriers: ["standard"], price: 2, pickup: true }',
  });
  await press(view, "Review changes");
  await press(view, "Merge latest changes");
  expect(await view.findByRole("button", { name: "Keep mine" })).toBeTruthy();
  expect(view.getByText("Default value price")).toBeTruthy();
});

test("without a schema the fields of the default value are the columns", async () => {
  const view = await shippingAt();
  await view.findByRole("table", { name: /Which value each rule gives/ });
  expect(cell(view, "price of Staff: 1")).toBeTruthy();
  expect(view.getByRole("columnheader", { name: "pricenumber" })).toBeTruthy();
});

test("conditions are a sentence until they are edited", async () => {
  const view = await open();
  expect(view.queryByRole("group", { name: "Users where" })).toBeNull();
  await press(view, "Edit conditions");
  expect(await view.findByRole("group", { name: "Users where" })).toBeTruthy();
});

test("the variant in view stays when a problem of another one is found", async () => {
  const variants = Object.entries({ Fast: 1, Slow: 90_000 }).map(([name, price]) => ({
    ...variant(name, "{}"),
    returnValue: { carriers: ["standard"], price },
    returnValueJson5: `{ carriers: ["standard"], price: ${price} }`,
  }));
  const rules = [shippingRule("r2", "North", { returnValue: undefined, variants })];
  const view = await shippingAt("", { config: { ...config, rules } });
  expect(await view.findByRole("heading", { name: "Value of “Fast”" })).toBeTruthy();
  await view.user.type(await view.findByRole("textbox", { name: "Rollout" }), "{Backspace}");
  expect(await view.findByText(/At most 9000/)).toBeTruthy();
  expect(await view.findByText("needs fixing")).toBeTruthy();
  expect(view.getByRole("heading", { name: "Value of “Fast”" })).toBeTruthy();
});
