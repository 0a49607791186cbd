// A known message of an engine, and its explanation.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { PlainSettings } from "#service/warehouse/open-client.ts";

export type Who = "you" | "warehouse admin" | "network";

export interface Explained {
  sentence: string;
  field?: string;
  who: Who;
}

export interface Known extends Omit<Explained, "sentence"> {
  /** Matched against code and message, separated by a space. */
  pattern: RegExp;
  sentence: string | ((found: RegExpExecArray, settings: PlainSettings) => string);
  providers?: readonly WarehouseProvider[];
}
