// The gate that page tests of the gate editor open, another that requires it, and helpers to read and change them.
import { Gate } from "#contract/gate.ts";
import { consoleAt, type ConsoleOptions } from "./console-at.tsx";
import { pressWhenPossible } from "./press.ts";
import { storedGate, storeGates } from "./stored-entities.ts";

const staff = {
  id: "r1:10.00:1",
  baseID: "r1",
  name: "Staff",
  passPercentage: 10,
  conditions: [{ type: "email", operator: "str_contains_any", targetValue: ["@a.example"] }],
  environments: null,
};
const members = {
  id: "r2",
  baseID: "r2",
  name: "Members",
  passPercentage: 60,
  conditions: [],
  environments: ["production"],
};
export const checkoutRules = { staff, members };

export const savedCards = storedGate("saved_cards", {
  name: "Saved cards",
  rules: [
    {
      id: "s1",
      name: "Buyers",
      passPercentage: 100,
      conditions: [{ type: "passes_gate", targetValue: "checkout" }],
    },
  ],
});
const checkout = storedGate("checkout", { name: "Checkout", rules: [staff, members] });

export const fillWithCheckout: NonNullable<ConsoleOptions["fill"]> = (service) =>
  storeGates(service, checkout, savedCards);

/** Opens the gate with a search such as "?rule=r1". */
export const checkoutAt = (search = "", options: ConsoleOptions = {}) =>
  consoleAt(`/demo/gates/checkout${search}`, { fill: fillWithCheckout, ...options });
export type CheckoutView = Awaited<ReturnType<typeof checkoutAt>>;

export async function readGate({ service }: Pick<CheckoutView, "service">, id = "checkout"): Promise<Gate> {
  const { body } = await service.request("GET", `/console/v1/gates/${id}`);
  return Gate.parse(body.data);
}

export const readRule = async (view: Pick<CheckoutView, "service">, baseID: string) =>
  (await readGate(view)).rules.find((rule) => rule.baseID === baseID);

export const review = async (view: CheckoutView) =>
  view.user.click(await view.findByRole("button", { name: "Review changes" }));
export const save = (view: CheckoutView) => pressWhenPossible(view, /^Save/);

export async function typePercent(view: Pick<CheckoutView, "user" | "findByRole">, text: string) {
  const field = await view.findByRole("textbox", { name: "Rollout" });
  await view.user.clear(field);
  await view.user.type(field, text);
}
