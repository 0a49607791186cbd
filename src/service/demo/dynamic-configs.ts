// The demo's dynamic configs; values are written as JSON5, so that their comments are kept.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import {
  appFrom,
  type Authors,
  authorship,
  countryIn,
  emailContains,
  everyone,
  fieldIs,
  idOf,
  passes,
  rule,
  type RuleDraft,
  twins,
} from "./building-blocks.ts";

interface ConfigDraft extends Authors {
  name: string;
  description: string;
  tags: string[];
  value: string;
  /** JSON Schema (2020-12) as JSON5. */
  schema?: string;
  rules: RuleDraft[];
  isEnabled?: boolean;
}

const production = ["production"];
const staff = (value: string): RuleDraft => ({
  name: "Staff",
  when: [emailContains("@havnhytte.example")],
  value,
});

const drafts: ConfigDraft[] = [
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
    name: "Search ranking",
    description: "Weights of the search result order.",
    tags: ["search"],
    by: "lukas",
    created: 180,
    changed: 20,
    schema: `{ type: "object", properties: { text: { type: "number" }, popularity: { type: "number" }, margin: { type: "number" }, inStockOnly: { type: "boolean" } }, additionalProperties: false }`,
    value: `{ text: 0.7, popularity: 0.25, margin: 0.05, inStockOnly: false }`,
    rules: [
      {
        name: "Nordic stock",
        when: [passes("nordic_residents")],
        value: `{
  text: 0.6,
  popularity: 0.3,
  margin: 0.1,
  inStockOnly: true, // the northern warehouse sells out early
}`,
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
    name: "Homepage layout",
    description: "Order of the blocks on the front page.",
    tags: ["front page"],
    by: "priya",
    created: 77,
    changed: 6,
    value: `{ blocks: ["hero", "new", "bestsellers", "journal"] }`,
    rules: [
      {
        name: "Returning members",
        when: [passes("loyalty_members")],
        value: `{ blocks: ["wishlist", "hero", "bestsellers"] }`,
      },
      {
        name: "Block order",
        pass: 40,
        when: [everyone],
        variants: [
          { name: "Bestsellers first", pass: 34, value: `{ blocks: ["bestsellers", "hero", "new"] }` },
          { name: "Journal first", pass: 33, value: `{ blocks: ["journal", "hero", "new"] }` },
          { name: "New first", pass: 33, value: `{ blocks: ["new", "hero", "bestsellers"] }` },
        ],
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
    name: "Recommendation weights",
    description: "What the recommendations on a product page look at.",
    tags: ["product page"],
    by: "priya",
    created: 60,
    changed: 7,
    value: `{ alsoBought: 0.5, sameRoom: 0.3, sameMaterial: 0.2 }`,
    rules: [
      {
        name: "Textiles",
        pass: 50,
        when: [fieldIs("category", "textiles")],
        value: `{
  alsoBought: 0.2,
  sameRoom: 0.2,
  sameMaterial: 0.6, /* linen buyers stay with linen */
}`,
      },
    ],
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
    name: "Message schedule",
    description: "When reminders and alerts may be sent.",
    tags: ["messages"],
    by: "aino",
    created: 140,
    changed: 18,
    value: `{ quietFrom: "21:00", quietTo: "08:00", perWeek: 2 }`,
    rules: [
      {
        name: "Reminder readers",
        when: [passes("basket_reminders")],
        value: `{ quietFrom: "20:00", quietTo: "09:00", perWeek: 3 }`,
      },
    ],
  },
  {
    name: "Image delivery",
    description: "Formats and quality of product pictures.",
    tags: ["performance"],
    by: "lukas",
    created: 90,
    changed: 13,
    value: `{ format: "webp", quality: 76, widths: [320, 640, 1280] }`,
    rules: [
      {
        name: "Sharper images",
        when: [passes("sharper_images")],
        value: `{ format: "avif", quality: 60, widths: [640, 1280, 2560] }`,
      },
    ],
  },
  {
    name: "Support hours",
    description: "When the chat is staffed, and what it says when it is not.",
    tags: ["support"],
    by: "tobias",
    created: 230,
    changed: 41,
    value: `{ days: ["mon", "tue", "wed", "thu", "fri"], from: 8, to: 18, closed: "We answer the next working day." }`,
    rules: [
      {
        name: "Chat assistant",
        when: [passes("chat_assistant")],
        value: `{ days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], from: 0, to: 24, closed: "" }`,
      },
    ],
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

export const demoDynamicConfigs = (now: number): DynamicConfig[] =>
  drafts.map((draft) => {
    const id = idOf(draft.name);
    return {
      id,
      name: draft.name,
      description: draft.description,
      idType: "userID",
      ...authorship(draft, now),
      targetApps: [],
      holdoutIDs: [],
      isEnabled: draft.isEnabled ?? true,
      rules: draft.rules.map((item) => rule(id, item)),
      ...twins("defaultValue", draft.value),
      ...(draft.schema === undefined ? {} : schemaOf(draft.schema)),
      tags: draft.tags,
    };
  });

function schemaOf(text: string) {
  const { schema } = twins("schema", text);
  return { schema: JSON.stringify(schema), schemaJson5: text };
}
