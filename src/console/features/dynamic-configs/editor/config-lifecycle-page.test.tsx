import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { storeConfigs, storedConfig } from "#testing/stored-entities.ts";

const shipping = storedConfig("shipping", {
  name: "Shipping",
  rules: [
    {
      id: "r1",
      baseID: "r1",
      name: "Staff",
      passPercentage: 50,
      conditions: [{ type: "public" }],
      environments: null,
      variants: [{ id: "v1", name: "Cheap", passPercentage: 100, returnValue: { price: 1 } }],
    },
  ],
  defaultValue: { price: 5 },
  defaultValueJson5: "{ price: 5 /* euros */ }",
  schema: '{"type":"object"}',
});

const page = (path: string, options: Parameters<typeof consoleAt>[1] = {}) =>
  consoleAt(path, { fill: (service) => storeConfigs(service, shipping), ...options });
type View = Awaited<ReturnType<typeof page>>;

async function stored({ service }: Pick<View, "service">, id: string): Promise<DynamicConfig> {
  const { body } = await service.request("GET", `/console/v1/dynamic_configs/${id}`);
  return DynamicConfig.parse(body.data);
}

const choose = async (view: View, item: string) => {
  await view.user.click(await view.findByRole("button", { name: "More actions" }));
  await view.user.click(await view.findByRole("menuitem", { name: item }));
};

test("a new config is created and opened; its id is shown before", async () => {
  const view = await page("/demo/dynamic_configs");
  await view.user.click(await view.findByRole("button", { name: "New config" }));
  const dialog = within(await view.findByRole("dialog"));
  await view.user.type(dialog.getByRole("textbox", { name: "Name" }), "Price labels");
  expect(dialog.getByText("price_labels")).toBeTruthy();
  await view.user.click(dialog.getByRole("button", { name: "Create the config" }));
  expect(await view.findByRole("heading", { level: 1, name: "Price labels" })).toBeTruthy();
  expect(await stored(view, "price_labels")).toMatchObject({ isEnabled: true, rules: [], version: 1 });
});

test("a name that is too short, or taken, is refused at the field and creates nothing", async () => {
  const view = await page("/demo/dynamic_configs");
  await view.user.click(await view.findByRole("button", { name: "New config" }));
  const dialog = within(await view.findByRole("dialog"));
  const name = dialog.getByRole("textbox", { name: "Name" });
  await view.user.type(name, "x{Enter}");
  expect(dialog.getByText("Must be at least 3 characters")).toBeTruthy();
  await view.user.clear(name);
  await view.user.type(name, "Shipping{Enter}");
  expect(await dialog.findByText(/already/)).toBeTruthy();
  expect(name.getAttribute("aria-invalid")).toBe("true");
});

test("a copy has the rules, values and comments of the stored config, and starts switched off", async () => {
  const view = await page("/demo/dynamic_configs/shipping");
  await choose(view, "Duplicate");
  const dialog = within(await view.findByRole("dialog"));
  expect(dialog.getByDisplayValue("Shipping copy")).toBeTruthy();
  await view.user.click(dialog.getByRole("button", { name: "Duplicate" }));
  expect(await view.findByRole("heading", { level: 1, name: "Shipping copy" })).toBeTruthy();
  const copy = await stored(view, "shipping_copy");
  expect(copy).toMatchObject({
    isEnabled: false,
    defaultValueJson5: "{ price: 5 /* euros */ }",
    rules: [{ name: "Staff", passPercentage: 50, variants: [{ name: "Cheap", returnValue: { price: 1 } }] }],
  });
  expect(copy.rules[0]?.id).not.toBe("r1");
});

test("an archived config leaves the list, cannot be saved, and comes back, each for a reason in the history", async () => {
  const view = await page("/demo/dynamic_configs/shipping");
  await choose(view, "Archive");
  await view.user.type(await view.findByRole("textbox", { name: /^Reason/ }), "Nobody reads it");
  await view.user.click(await view.findByRole("button", { name: "Archive the config" }));
  expect(await view.findByText("Shipping is archived", { selector: "[role=status] *" })).toBeTruthy();
  expect((await stored(view, "shipping")).status).toBe("Archived");
  await view.user.click(await view.findByRole("button", { name: "Unarchive" }));
  await view.user.type(await view.findByRole("textbox", { name: /^Reason/ }), "Needed again");
  await view.user.click(view.getByRole("button", { name: "Unarchive the config" }));
  expect(await view.findByText("Shipping is out of the archive")).toBeTruthy();
  expect((await stored(view, "shipping")).status).not.toBe("Archived");
  await view.user.click(view.getByRole("link", { name: /^History/ }));
  expect(await view.findByText("Why: Needed again")).toBeTruthy();
  expect(view.getByText("Why: Nobody reads it")).toBeTruthy();
});

test("with a key that can only read, nothing can be created or archived", async () => {
  const view = await page("/demo/dynamic_configs", { key: "read" });
  await view.findByText(/^Read-only key/);
  const button = await view.findByRole("button", { name: "New config" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
});

test("a draft stands in the list until it is discarded, and opens where it was left", async () => {
  const first = await page("/demo/dynamic_configs/shipping?tab=settings");
  await first.user.type(await first.findByRole("textbox", { name: "Description" }), "Half a sen");
  first.unmount();
  const list = await page("/demo/dynamic_configs", { service: first.service });
  const drafts = within(await list.findByRole("region", { name: "My drafts" }));
  await list.user.click(await drafts.findByRole("link", { name: "Shipping" }));
  expect(await list.findByText(/was restored/)).toBeTruthy();
  list.unmount();
  const again = await page("/demo/dynamic_configs", { service: first.service });
  await again.user.click(await again.findByRole("button", { name: "Discard the draft of Shipping" }));
  await again.user.click(await again.findByRole("button", { name: "Discard the draft" }));
  expect(again.queryByRole("region", { name: "My drafts" })).toBeNull();
});

test("of a service that answers only rules, the rest is marked as not known and replaced only when agreed", async () => {
  const whole = /dynamic_configs\/shipping$/;
  const view = await page("/demo/dynamic_configs/shipping", {
    intercept: (request) =>
      request.method === "GET" && whole.test(new URL(request.url).pathname)
        ? Response.json({ status: 404, message: "Not Found" }, { status: 404 })
        : undefined,
  });
  expect(await view.findByText("This service answers only the rules of this config")).toBeTruthy();
  const passes = await view.findByRole("textbox", { name: "Rollout" });
  await view.user.clear(passes);
  await view.user.type(passes, "60");
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  const checks = within(await view.findByRole("complementary", { name: "Checks" }));
  expect(checks.getByText("Default value").nextElementSibling?.textContent).toBe("Not known");
  expect(checks.getByText("Rules").nextElementSibling?.textContent).toBe("Changed by you");
  const save = view.getByRole("button", { name: "Save to production" });
  expect(save.getAttribute("aria-disabled")).toBe("true");
  await view.user.click(view.getByRole("checkbox", { name: "Replace what is not known" }));
  await view.user.click(view.getByRole("button", { name: "Save to production" }));
  expect(await view.findByText(/is saved/)).toBeTruthy();
  expect((await stored(view, "shipping")).rules[0]?.passPercentage).toBe(60);
});
