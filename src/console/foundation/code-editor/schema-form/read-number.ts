import type { Json } from "#contract/json5.ts";

/**
 * Parses a number, also with a decimal comma. Returns undefined while the text may still become a number, else the text
 * itself.
 */
export function readNumber(text: string): Json | undefined {
  const trimmed = text.trim().replace(/^\+/, "").replace(",", ".");
  if (/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) && Number.isFinite(Number(trimmed)))
    return Number(trimmed);
  return /^-?\d*\.?\d*(?:e[+-]?)?$/i.test(trimmed) ? undefined : text;
}
