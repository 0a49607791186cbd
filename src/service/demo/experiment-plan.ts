// How a demo experiment is written down, with what each group truly changes: the effects steer the generated events and are stored nowhere.
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
