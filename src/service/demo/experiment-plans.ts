// The demo's experiments and what each group truly changes. The effects steer the generated events and are stored nowhere.
import type { Authors } from "./building-blocks.ts";
import type { Shopper } from "./shoppers.ts";

/** A step of a visit whose probability a group may change. */
export type Step = "view" | "search" | "wishlist" | "basket" | "start" | "complete" | "support";
export type Effects = { readonly [Name in Step]?: number };

export interface GroupPlan {
  name: string;
  size: number;
  description?: string;
  parameters: Record<string, unknown>;
  /** Factor on each step's probability, 1 when absent. */
  effects?: Effects;
  /** Share of the group's exposures that are never logged. */
  lost?: number;
}

export interface ExperimentPlan extends Authors {
  name: string;
  description: string;
  hypothesis: string;
  status: string;
  /** Days before now; none before the start. */
  started?: number;
  ended?: number;
  /** Days. */
  duration: number;
  allocation: number;
  eligible?: (shopper: Shopper) => boolean;
  targetingGateID?: string;
  inlineTargeting?: string;
  tags: string[];
  team: string;
  primary: string[];
  secondary: string[];
  groups: GroupPlan[];
  launchedGroup?: string;
  decisionReason?: string;
  /** Share of users who are seen in a second group too. */
  crossover?: number;
  level?: string;
  bonferroni?: boolean;
  cuped?: boolean;
  sequential?: boolean;
  dimensions?: string[];
}

const eu = new Set(["DE", "SE", "NL", "DK", "FI", "AT"]);
const nordic = new Set(["SE", "NO", "DK", "FI"]);

export const experimentPlans: ExperimentPlan[] = [
  {
    name: "One-page checkout",
    description: "Address, delivery and payment on one page instead of three steps.",
    hypothesis: "With all fields on one page more baskets become orders, without more questions to support.",
    status: "active",
    started: 18,
    duration: 28,
    allocation: 100,
    eligible: (shopper) => eu.has(shopper.country) && shopper.platform !== "android",
    targetingGateID: "checkout_eligible",
    tags: ["checkout"],
    team: "Checkout",
    by: "signe",
    created: 25,
    changed: 18,
    primary: ["Orders", "Revenue", "Basket to order"],
    secondary: ["Order days", "Support contacts", "Returns"],
    groups: [
      { name: "Three steps", size: 34, parameters: { layout: "steps", express: false } },
      {
        name: "One page",
        size: 33,
        parameters: { layout: "one_page", express: false },
        effects: { complete: 1.02 },
      },
      {
        name: "One page and express pay",
        size: 33,
        parameters: { layout: "one_page", express: true },
        effects: { complete: 1.22, support: 1.4 },
      },
    ],
    crossover: 0.003,
    bonferroni: true,
    cuped: true,
    sequential: true,
    dimensions: ["country", "platform"],
  },
  {
    name: "Free shipping bar",
    description: "A bar in the basket says how much is missing to free shipping.",
    hypothesis: "Users who see how little is missing order more often.",
    status: "decision_made",
    started: 27,
    ended: 6,
    duration: 21,
    allocation: 100,
    tags: ["basket", "delivery"],
    team: "Basket",
    by: "aino",
    created: 34,
    changed: 5,
    primary: ["Orders", "Revenue"],
    secondary: ["Checkouts started", "Order days", "Returns"],
    groups: [
      { name: "No bar", size: 50, parameters: { showBar: false } },
      { name: "Bar", size: 50, parameters: { showBar: true }, effects: { start: 1.2 } },
    ],
    launchedGroup: "Bar",
    decisionReason: "Orders and revenue rose clearly; returns did not.",
    cuped: true,
    dimensions: ["country"],
  },
  {
    name: "Recommendations first",
    description: "Recommendations stand above the product list of a category.",
    hypothesis: "Users find something they like sooner.",
    status: "experiment_stopped",
    started: 24,
    ended: 7,
    duration: 28,
    allocation: 100,
    tags: ["product page"],
    team: "Discovery",
    by: "priya",
    created: 38,
    changed: 7,
    primary: ["Baskets", "Orders"],
    secondary: ["Product views", "Searches", "Revenue"],
    groups: [
      { name: "List first", size: 50, parameters: { first: "list" } },
      {
        name: "Recommendations first",
        size: 50,
        parameters: { first: "recommendations" },
        effects: { view: 0.9, basket: 0.85, search: 1.1 },
      },
    ],
  },
  {
    name: "Product video",
    description: "A short film plays on the first product picture.",
    hypothesis: "Moving pictures answer questions and bring more products into the basket.",
    status: "decision_made",
    started: 25,
    ended: 4,
    duration: 21,
    allocation: 80,
    tags: ["product page"],
    team: "Discovery",
    by: "priya",
    created: 47,
    changed: 3,
    primary: ["Baskets"],
    secondary: ["Product views", "Orders", "View to basket"],
    groups: [
      { name: "Picture", size: 50, parameters: { video: false } },
      { name: "Video", size: 50, parameters: { video: true } },
    ],
    launchedGroup: "Picture",
    decisionReason:
      "Not conclusive after three weeks; the film costs more than a change this small could bring.",
  },
  {
    name: "Wishlist hearts",
    description: "A heart on every picture puts the product on the wishlist.",
    hypothesis: "A heart within reach fills more wishlists.",
    status: "active",
    started: 6,
    duration: 21,
    allocation: 50,
    tags: ["wishlist"],
    team: "Loyalty",
    by: "priya",
    created: 12,
    changed: 6,
    primary: ["Wishlist additions"],
    secondary: ["Product views", "Baskets", "Orders"],
    groups: [
      { name: "Text link", size: 50, parameters: { style: "link" } },
      { name: "Heart", size: 50, parameters: { style: "heart" }, effects: { wishlist: 1.04 } },
    ],
    cuped: true,
    sequential: true,
  },
  {
    name: "Delivery promise",
    description: "The product page names the day of delivery, in one of two forms.",
    hypothesis: "A named day takes away doubt; a range does so less.",
    status: "active",
    started: 14,
    duration: 21,
    allocation: 100,
    tags: ["delivery"],
    team: "Basket",
    by: "aino",
    created: 28,
    changed: 14,
    primary: ["Baskets"],
    secondary: ["Orders", "Support contacts"],
    groups: [
      { name: "No promise", size: 33.34, parameters: { promise: "none" } },
      { name: "Range of days", size: 33.33, parameters: { promise: "range" } },
      { name: "Named day", size: 33.33, parameters: { promise: "day" }, effects: { basket: 1.14 } },
    ],
    bonferroni: true,
    cuped: true,
    sequential: true,
    dimensions: ["country"],
  },
  {
    name: "Chat assistant",
    description: "A chat answers simple questions before a person does.",
    hypothesis: "Fewer users need to write to support, and none of them orders less.",
    status: "assignment_stopped",
    started: 22,
    duration: 28,
    allocation: 100,
    inlineTargeting: "nordic_residents",
    eligible: (shopper) => nordic.has(shopper.country),
    tags: ["support"],
    team: "Support",
    by: "tobias",
    created: 33,
    changed: 2,
    primary: ["Support contacts", "Support days"],
    secondary: ["Orders", "Returns"],
    groups: [
      { name: "Form", size: 50, parameters: { channel: "form" } },
      { name: "Assistant", size: 50, parameters: { channel: "assistant" }, effects: { support: 0.6 } },
    ],
    level: "90",
  },
  {
    name: "Sharper images",
    description: "Pictures for screens of double density.",
    hypothesis: "Sharper pictures are looked at more often.",
    status: "active",
    started: 13,
    duration: 28,
    allocation: 100,
    eligible: (shopper) => shopper.platform === "web",
    tags: ["product page", "performance"],
    team: "Discovery",
    by: "lukas",
    created: 21,
    changed: 13,
    primary: ["Product views"],
    secondary: ["Baskets", "Orders"],
    groups: [
      { name: "Normal", size: 50, parameters: { density: 1 } },
      { name: "Double density", size: 50, parameters: { density: 2 }, effects: { view: 1.02 }, lost: 0.12 },
    ],
  },
  {
    name: "Black Week countdown",
    description: "A clock on the front page counts down to Black Week.",
    hypothesis: "The clock brings users back to look for offers.",
    status: "archived",
    started: 29,
    ended: 15,
    duration: 14,
    allocation: 60,
    tags: ["campaign", "front page"],
    team: "Basket",
    by: "tobias",
    created: 36,
    changed: 14,
    primary: ["Searches"],
    secondary: ["Baskets", "Orders"],
    groups: [
      { name: "No clock", size: 50, parameters: { clock: false } },
      { name: "Clock", size: 50, parameters: { clock: true }, effects: { search: 1.03 } },
    ],
  },
  {
    name: "Express pay copy",
    description: "Three wordings of the wallet button.",
    hypothesis: "Users press a button that says what happens next.",
    status: "setup",
    duration: 14,
    allocation: 40,
    targetingGateID: "express_pay",
    inlineTargeting: "checkout_eligible",
    tags: ["payments", "checkout"],
    team: "Checkout",
    by: "lukas",
    created: 4,
    changed: 1,
    primary: ["Checkouts started"],
    secondary: ["Orders"],
    groups: [
      { name: "Express pay", size: 34, parameters: { label: "Express pay" } },
      { name: "Pay now", size: 33, parameters: { label: "Pay now" } },
      { name: "Pay with one tap", size: 33, parameters: { label: "Pay with one tap" } },
    ],
    bonferroni: true,
  },
];
