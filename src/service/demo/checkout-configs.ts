// Configs of what an order may hold, cost and bring; values are JSON5 with their comments.
import { appFrom, countryIn, isStaff, passes, production, type RuleDraft } from "./building-blocks.ts";
import type { ConfigDraft } from "./drafts.ts";

const staff = (value: string): RuleDraft => ({ name: "Staff", when: [isStaff], value });

export const checkoutConfigs: ConfigDraft[] = [
  {
    name: "Shipping options",
    description: "Which carriers, prices and free-shipping limit a user sees in the basket.",
    tags: ["checkout", "delivery"],
    by: "aino",
    created: 260,
    changedBy: "tobias",
    changed: 3,
    schema: `{
  // Prices in cents, so that nobody rounds.
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  required: ["carriers", "freeFrom"],
  properties: {
    carriers: { type: "array", items: { enum: ["standard", "express", "pickup"] }, uniqueItems: true, minItems: 1 },
    freeFrom: { type: "integer", minimum: 0 },
    expressPrice: { type: "integer", minimum: 0, maximum: 5000 },
    note: { type: "string", maxLength: 80 },
  },
}`,
    value: `{
  // Standard shipping; the limit was 4900 until spring.
  carriers: ["standard", "pickup"],
  freeFrom: 5900,
}`,
    rules: [
      staff(
        `{ carriers: ["standard", "express", "pickup"], freeFrom: 0, expressPrice: 0, note: "staff price" }`,
      ),
      {
        name: "Express in the north",
        pass: 12.5,
        when: [countryIn("DE", "SE", "DK"), appFrom("5.2.0")],
        environments: ["production", "staging"],
        variants: [
          {
            name: "Express first",
            pass: 50,
            value: `{
  // Express leads, also when it costs more.
  carriers: ["express", "standard"],
  freeFrom: 5900,
  expressPrice: 990,
}`,
          },
          {
            name: "Standard first",
            pass: 50,
            value: `{ carriers: ["standard", "express"], freeFrom: 5900, expressPrice: 990 }`,
          },
        ],
      },
      {
        name: "Members",
        when: [passes("loyalty_members")],
        environments: production,
        value: `{ carriers: ["standard", "pickup"], freeFrom: 0, note: "free for members" }`,
      },
      {
        name: "Saved cards",
        pass: 50,
        when: [passes("saved_cards")],
        value: `{ carriers: ["standard", "express", "pickup"], freeFrom: 4900, expressPrice: 690 }`,
      },
    ],
  },
  {
    name: "Payment methods",
    description: "Payment methods and their order, per country.",
    tags: ["payments", "legal"],
    by: "signe",
    created: 300,
    changedBy: "lukas",
    changed: 9,
    schema: `{ type: "object", required: ["methods"], properties: { methods: { type: "array", items: { type: "string" }, minItems: 1 }, surcharge: { type: "number", minimum: 0 } } }`,
    value: `{ methods: ["card", "wallet"] }`,
    rules: [
      { name: "Netherlands", when: [countryIn("NL")], value: `{ methods: ["ideal", "card", "wallet"] }` },
      { name: "Sweden", when: [countryIn("SE")], value: `{ methods: ["swish", "card", "invoice"] }` },
      {
        name: "Invoice",
        when: [passes("invoice_payment")],
        value: `{
  // Invoice stands last on purpose: it costs us the most.
  methods: ["card", "wallet", "invoice"],
}`,
      },
    ],
  },
  {
    name: "Basket limits",
    description: "How much one order may hold.",
    tags: ["basket"],
    by: "tobias",
    created: 410,
    changed: 110,
    schema: `{ type: "object", properties: { maximumItems: { type: "integer", minimum: 1 }, maximumValue: { type: "integer" } } }`,
    value: `{ maximumItems: 40, maximumValue: 250000 }`,
    rules: [staff(`{ maximumItems: 200, maximumValue: 1000000 }`)],
  },
  {
    name: "Loyalty tiers",
    description: "From how much a year a member is silver or gold.",
    tags: ["loyalty"],
    by: "aino",
    created: 420,
    changed: 55,
    schema: `{ type: "object", required: ["silver", "gold"], properties: { silver: { type: "integer" }, gold: { type: "integer" } } }`,
    value: `{ silver: 25000, gold: 80000 }`,
    rules: [{ name: "Norway", when: [countryIn("NO")], value: `{ silver: 290000, gold: 920000 } // in øre` }],
  },
  {
    name: "Returns policy",
    description: "Days to return and who pays for the way back.",
    tags: ["legal", "delivery"],
    by: "signe",
    created: 350,
    changed: 75,
    value: `{ days: 30, freeReturn: false }`,
    rules: [{ name: "Members", when: [passes("loyalty_members")], value: `{ days: 100, freeReturn: true }` }],
  },
  {
    name: "Black Week prices",
    description: "Campaign prices; switched on for the last week of November.",
    tags: ["campaign"],
    isEnabled: false,
    by: "tobias",
    created: 24,
    changed: 14,
    value: `{ active: false }`,
    rules: [
      {
        name: "Early access",
        pass: 20,
        when: [passes("loyalty_members")],
        value: `{
  active: true,
  percentOff: 15, // 20 was tried last year and cost more than it brought
}`,
      },
    ],
  },
];
