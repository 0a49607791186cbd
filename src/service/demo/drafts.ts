// How the demo's gates and dynamic configs are written down. No content of one of them.
import type { Authors, RuleDraft } from "./building-blocks.ts";

export interface GateDraft extends Authors {
  name: string;
  description: string;
  status?: string;
  type?: string;
  tags?: string[];
  checks: number;
  team?: string;
  rules: RuleDraft[];
}

export interface ConfigDraft extends Authors {
  name: string;
  description: string;
  tags: string[];
  value: string;
  /** JSON Schema (2020-12) as JSON5. */
  schema?: string;
  rules: RuleDraft[];
  isEnabled?: boolean;
}
