import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { storedGate, storeGates } from "#testing/stored-gates.ts";

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

const storedRule = async ({ service }: View, baseID: string) => {
  const { body } = await service.request("GET", "/console/v1/gates/checkout");
  const found: unknown = JSON.parse(JSON.stringify(body.data));
  if (typeof found !== "object" || found === null || !("rules" in found) || !Array.isArray(found.rules))
    throw new Error("The gate has no rules");
  return found.rules.find((rule: { baseID?: string }) => rule.baseID === baseID);
};

async function typePercent(view: View, text: string) {
  const field = await view.findByRole("textbox", { name: "Passes" });
  await view.user.clear(field);
  await view.user.type(field, text);
}

test("shows rules as sentences and what needs the gate", async () => {
  const view = await gatePage();
  expect(await view.findByRole("heading", { name: "Checkout", level: 1 })).toBeTruthy();
  expect(view.getByRole("row", { name: /Staff E-mail contains @a.example All 10/ })).toBeTruthy();
  expect(await view.findByRole("link", { name: "Saved cards" })).toBeTruthy();
  expect(view.getByText("Rule 1, passes this gate")).toBeTruthy();
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
      if (request.method === "PATCH") sent.push(await request.clone().text());
      return undefined;
    },
  });
  await typePercent(view, "0,05");
  expect(view.getByText(/1 in 2,000 users/)).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Review change" }));
  expect(await view.findByRole("complementary", { name: "Review rule 1" })).toBeTruthy();
  expect(await storedRule(view, "r1")).toMatchObject({ passPercentage: 10 });
  await view.user.click(view.getByRole("button", { name: "Save 1 change" }));
  expect(await view.findByText("Staff is saved, version 2")).toBeTruthy();
  expect(await storedRule(view, "r1")).toMatchObject({ passPercentage: 0.05 });
  expect(sent).toEqual(['{"passPercentage":0.05}', '{"passPercentage":0.05}']);
});

test("no environment and every environment are different things", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r2");
  await view.user.click(await view.findByRole("checkbox", { name: "Production" }));
  expect(view.getByText("No environment is chosen: the rule is off everywhere.")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Review change" }));
  await view.user.click(await view.findByRole("button", { name: "Save 1 change" }));
  await view.findByText(/Members is saved/);
  expect(await storedRule(view, "r2")).toMatchObject({ environments: [] });
});

test("problems stand at their field and in a summary, and nothing is sent", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  await view.user.click(await view.findByRole("button", { name: "Add condition" }));
  await view.user.click(view.getByRole("button", { name: "Review change" }));
  expect(await view.findByRole("alert")).toHaveProperty(
    "textContent",
    expect.stringContaining("Condition 2"),
  );
  expect(await storedRule(view, "r1")).toMatchObject({ passPercentage: 10 });
});

test("what the service refuses stands at its field", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  const name = await view.findByRole("textbox", { name: "Name" });
  await view.user.clear(name);
  await view.user.type(name, "Members");
  await view.user.click(view.getByRole("button", { name: "Review change" }));
  expect((await view.findAllByText(/Duplicate rule name/)).length).toBeGreaterThan(0);
  expect(view.getByRole("textbox", { name: "Name" }).getAttribute("aria-invalid")).toBe("true");
});

test("a colleague's save meanwhile is shown, and what was typed survives it", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1");
  await typePercent(view, "25");
  await view.service.request("PATCH", "/console/v1/gates/checkout/rules/r1", {
    body: { name: "Colleagues" },
  });
  await view.user.click(view.getByRole("button", { name: "Review change" }));
  expect(await view.findByText(/saved this gate meanwhile/)).toBeTruthy();
  expect(view.getByRole("textbox", { name: "Passes" })).toHaveProperty("value", "25");
  await view.user.click(view.getByRole("button", { name: "Continue on version 2" }));
  expect(view.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Colleagues");
  await view.user.click(view.getByRole("button", { name: "Review change" }));
  await view.user.click(await view.findByRole("button", { name: "Save 1 change" }));
  await view.findByText(/is saved, version 3/);
  expect(await storedRule(view, "r1")).toMatchObject({ name: "Colleagues", passPercentage: 25 });
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
  await view.user.click(view.getByRole("button", { name: "Review change" }));
  await view.findByRole("button", { name: "Save 1 change" });
  down = true;
  await view.user.click(view.getByRole("button", { name: "Save 1 change" }));
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
  await view.user.click(view.getByRole("button", { name: "Review change" }));
  await view.findByRole("heading", { name: "The service did not accept this key" });
  expired = false;
  await view.user.type(view.getByLabelText("API key"), view.service.keys.write);
  await view.user.click(view.getByRole("button", { name: "Continue" }));
  expect(await view.findByRole("textbox", { name: "Passes" })).toHaveProperty("value", "12");
});

test("a key that can only read explains why saving is not possible", async () => {
  const view = await gatePage("/demo/gates/checkout?rule=r1", { key: "read" });
  await typePercent(view, "12");
  const review = await view.findByRole("button", { name: "Review change", description: /can only read/ });
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
