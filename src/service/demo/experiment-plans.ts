// The demo's experiments, in the order in which each shopper is drawn into them: another order makes another log.
import {
  chatAssistant,
  productVideo,
  recommendationsFirst,
  sharperImages,
  wishlistHearts,
} from "./browsing-plans.ts";
import {
  blackWeekCountdown,
  deliveryPromise,
  expressPayCopy,
  freeShippingBar,
  onePageCheckout,
} from "./checkout-plans.ts";
import type { ExperimentPlan } from "./experiment-plan.ts";

export const experimentPlans: ExperimentPlan[] = [
  onePageCheckout,
  freeShippingBar,
  recommendationsFirst,
  productVideo,
  wishlistHearts,
  deliveryPromise,
  chatAssistant,
  sharperImages,
  blackWeekCountdown,
  expressPayCopy,
];
