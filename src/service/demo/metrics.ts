// The demo's metrics, derived from the events of the shop.
import type { Metric } from "#contract/metric.ts";
import { day } from "./building-blocks.ts";

interface MetricDraft {
  name: string;
  type: "event_count" | "event_dau" | "sum";
  event: string;
  description: string;
  better?: "increase" | "decrease";
  tags?: string[];
}

const drafts: MetricDraft[] = [
  {
    name: "Sessions",
    type: "event_count",
    event: "session_started",
    description: "Visits to the shop, app or web.",
  },
  {
    name: "Active days",
    type: "event_dau",
    event: "session_started",
    description: "Share of days with a visit.",
  },
  {
    name: "Product views",
    type: "event_count",
    event: "product_viewed",
    description: "Product pages opened.",
    tags: ["Product"],
  },
  {
    name: "Searches",
    type: "event_count",
    event: "search_performed",
    description: "Searches that were sent.",
    tags: ["Search"],
  },
  {
    name: "Wishlist additions",
    type: "event_count",
    event: "wishlist_added",
    description: "Products put on a wishlist.",
    tags: ["Product"],
  },
  {
    name: "Baskets",
    type: "event_count",
    event: "added_to_basket",
    description: "Visits that put something in the basket.",
    tags: ["Core"],
  },
  {
    name: "Checkouts started",
    type: "event_count",
    event: "checkout_started",
    description: "Baskets taken to the checkout.",
    tags: ["Core"],
  },
  {
    name: "Orders",
    type: "event_count",
    event: "checkout_completed",
    description: "Orders placed.",
    tags: ["Core"],
  },
  {
    name: "Order days",
    type: "event_dau",
    event: "checkout_completed",
    description: "Share of days with an order.",
    tags: ["Core"],
  },
  {
    name: "Revenue",
    type: "sum",
    event: "checkout_completed",
    description: "Value of the orders placed, in euro.",
    tags: ["Core", "Money"],
  },
  {
    name: "Support contacts",
    type: "event_count",
    event: "support_contacted",
    description: "Messages and calls to support. Lower is better.",
    better: "decrease",
    tags: ["Guardrail"],
  },
  {
    name: "Support days",
    type: "event_dau",
    event: "support_contacted",
    description: "Share of days with a support contact. Lower is better.",
    better: "decrease",
    tags: ["Guardrail"],
  },
  {
    name: "Returns",
    type: "event_count",
    event: "order_returned",
    description: "Orders sent back. Lower is better.",
    better: "decrease",
    tags: ["Guardrail"],
  },
];

const plain = (now: number) => ({
  isPermanent: false,
  isReadOnly: false,
  isHidden: false,
  isVerified: true,
  createdTime: now - 400 * day,
  team: null,
});

const author = {
  creatorName: "Signe Dahl",
  creatorEmail: "signe@havnhytte.example",
  owner: { name: "Signe Dahl" },
};

export const demoMetrics = (now: number): Metric[] => [
  ...drafts.map((draft): Metric => ({
    id: `${draft.name}::${draft.type}`,
    name: draft.name,
    directionality: draft.better ?? "increase",
    type: draft.type,
    description: draft.description,
    ...plain(now),
    tags: draft.tags ?? [],
    lineage: { events: [draft.event], metrics: [] },
    metricEvents: [{ name: draft.event, type: draft.type === "sum" ? "value" : "count" }],
  })),
  {
    id: "Basket to order::funnel",
    name: "Basket to order",
    directionality: "increase",
    type: "funnel",
    description: "Of the days with a basket, those with an order after it.",
    ...plain(now),
    ...author,
    tags: ["Core"],
    lineage: {
      events: [],
      metrics: ["Baskets::event_count", "Checkouts started::event_count", "Orders::event_count"],
    },
    funnelCountDistinct: "users",
    funnelEventList: [
      { name: "added_to_basket", type: "event_dau" },
      { name: "checkout_started", type: "event_dau" },
      { name: "checkout_completed", type: "event_dau" },
    ],
  },
  {
    id: "View to basket::funnel",
    name: "View to basket",
    directionality: "increase",
    type: "funnel",
    description: "Baskets that follow a product view, as a share of the views.",
    ...plain(now),
    ...author,
    tags: ["Product"],
    lineage: { events: [], metrics: ["Product views::event_count", "Baskets::event_count"] },
    funnelCountDistinct: "events",
    funnelEventList: [
      { name: "product_viewed", type: "event_count" },
      { name: "added_to_basket", type: "event_count" },
    ],
  },
];
