// The config that page tests of the config editor open, and helpers to read and change it.
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { consoleAt, type ConsoleOptions } from "./console-at.tsx";
import { storeConfigs, storedConfig } from "./stored-entities.ts";

export const shippingRule = (id: string, name: string, more: object = {}) => ({
  id,
  baseID: id,
  name,
  passPercentage: 100,
  conditions: [{ type: "country", operator: "any", targetValue: ["DE"] }],
  environments: null,
  returnValue: { price: 1 },
  ...more,
});

export const shipping = storedConfig("shipping", {
  name: "Shipping",
  rules: [shippingRule("r1", "Staff"), shippingRule("r2", "North"), shippingRule("r3", "Members")],
  defaultValue: { price: 5 },
  defaultValueJson5: "{\n  // In euros.\n  price: 5,\n}",
});

interface ShippingOptions extends ConsoleOptions {
  config?: DynamicConfig;
}

/** Opens the config with a search such as "?tab=default". */
export const shippingAt = (search = "", { config = shipping, ...options }: ShippingOptions = {}) =>
  consoleAt(`/demo/dynamic_configs/shipping${search}`, {
    fill: (service) => storeConfigs(service, config),
    ...options,
  });
export type ShippingView = Awaited<ReturnType<typeof shippingAt>>;

export async function storedShipping({ service }: Pick<ShippingView, "service">): Promise<DynamicConfig> {
  const { body } = await service.request("GET", "/console/v1/dynamic_configs/shipping");
  return DynamicConfig.parse(body.data);
}

/** Stores the config with some fields replaced, as another user would. */
export async function saveShippingElsewhere(view: Pick<ShippingView, "service">, part: object) {
  const { rules, description, isEnabled, defaultValueJson5 } = await storedShipping(view);
  const { status, body } = await view.service.request("POST", "/console/v1/dynamic_configs/shipping", {
    body: { rules, description, isEnabled, defaultValueJson5, ...part },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

export const press = async (view: ShippingView, name: string | RegExp) =>
  view.user.click(await view.findByRole("button", { name }));
