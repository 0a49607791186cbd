// Experiments of the teams Discovery, Loyalty and Support.
import { nordicCountries } from "./audience-gates.ts";
import type { ExperimentPlan } from "./experiment-plan.ts";

export const recommendationsFirst: ExperimentPlan = {
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
};

export const productVideo: ExperimentPlan = {
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
};

export const wishlistHearts: ExperimentPlan = {
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
};

export const chatAssistant: ExperimentPlan = {
  name: "Chat assistant",
  description: "A chat answers simple questions before a person does.",
  hypothesis: "Fewer users need to write to support, and none of them orders less.",
  status: "assignment_stopped",
  started: 22,
  duration: 28,
  allocation: 100,
  inlineTargeting: "nordic_residents",
  eligible: (shopper) => nordicCountries.includes(shopper.country),
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
};

export const sharperImages: ExperimentPlan = {
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
};
