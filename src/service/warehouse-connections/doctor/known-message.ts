// The form of a known message of an engine, and of its explanation.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { PlainSettings } from "#service/warehouse/open-client.ts";

export type Who = "you" | "warehouse admin" | "network";

export interface Explained {
  sentence: string;
  field?: string;
  who: Who;
}

export interface Known extends Omit<Explained, "sentence"> {
  /** Found in the code and the message, with a space between. */
  pattern: RegExp;
  sentence: string | ((found: RegExpExecArray, settings: PlainSettings) => string);
  providers?: readonly WarehouseProvider[];
}

/** Bytes as people say them. */
export function bytesInWords(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${units[power]}`;
}
