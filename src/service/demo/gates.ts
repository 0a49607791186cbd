// The stored form of the demo's feature gates.
import type { Gate } from "#contract/gate.ts";
import { audienceGates } from "./audience-gates.ts";
import { browsingGates } from "./browsing-gates.ts";
import { authorship, idOf, rule } from "./building-blocks.ts";
import { careGates } from "./care-gates.ts";
import { checkoutGates } from "./checkout-gates.ts";

export const demoGates = (now: number): Gate[] =>
  [...audienceGates, ...checkoutGates, ...browsingGates, ...careGates].map((draft) => {
    const id = idOf(draft.name);
    const status = draft.status ?? "In Progress";
    return {
      id,
      name: draft.name,
      description: draft.description,
      idType: "userID",
      ...authorship(draft, now),
      targetApps: [],
      holdoutIDs: [],
      tags: draft.tags ?? [],
      isEnabled: status === "In Progress" || status === "Launched",
      status,
      rules: draft.rules.map((item) => rule(id, item)),
      checksPerHour: draft.checks,
      type: draft.type ?? "TEMPORARY",
      team: draft.team ?? null,
      reviewSettings: { requiredReview: draft.team === "Checkout", allowedReviewers: [] },
      measureMetricLifts: false,
      store0100Exposures: false,
      monitoringMetrics: [],
    };
  });
