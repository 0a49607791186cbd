// Configs of pages, search, messages and support; values are JSON5 with their comments.
import { everyone, fieldIs, passes } from "./building-blocks.ts";
import type { ConfigDraft } from "./drafts.ts";

export const browsingConfigs: ConfigDraft[] = [
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
];
