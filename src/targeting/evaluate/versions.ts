// Parses and compares versions.
import { textOf } from "./values.ts";

const isDigit = (code: number) => code >= 48 && code <= 57;

/** Returns the parts of a version up to the first one that cannot be read, which becomes a final NaN. */
export function versionParts(value: unknown): readonly number[] {
  const text = textOf(value)?.trim() ?? "";
  const parts: number[] = [];
  let part = Number.NaN;
  // Parsed by hand: a regular expression would take most of the time of evaluating many users.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) part = (part || 0) * 10 + code - 48;
    else if (code === 45 && at > 0) break;
    else if (code !== 46 || Number.isNaN(part)) return [...parts, Number.NaN];
    else {
      parts.push(part);
      part = Number.NaN;
    }
  }
  parts.push(part);
  return parts;
}

/** Choice: a version is dot-separated numbers; all from the first - on is ignored, missing parts are 0, "v1" and "1+5" are no versions. */
export function versionOf(value: unknown): readonly number[] | undefined {
  const parts = versionParts(value);
  return Number.isNaN(parts.at(-1)) ? undefined : parts;
}

/**
 * Below 0 if the left version is older.
 * Choice: versions are compared part by part, and an unreadable part fails every comparison that reaches it, as in clients.
 */
export function compareVersions(left: readonly number[], right: readonly number[]): number {
  const parts = Math.max(left.length, right.length);
  for (let at = 0; at < parts; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
