// The list of countries, built from the browser's display names of two-letter codes.
import type { Option } from "#console/foundation/forms/select.tsx";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

/** Codes that are not countries: European Union, euro area, United Nations, outlying regions, pseudo-locales and "unknown". */
const noCountry = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);

let known: readonly Option<string>[] | undefined;

/** Returns every code with a name in the user's language; former codes have the name of their successor and are left out. */
export function countries(): readonly Option<string>[] {
  if (known) return known;
  const names = new Intl.DisplayNames(undefined, { type: "region", fallback: "none" });
  const seen = new Set<string>();
  const found = letters.flatMap((first) =>
    letters.flatMap((second) => {
      const value = first + second;
      const name = noCountry.has(value) ? undefined : names.of(value);
      if (!name || new Intl.Locale(`und-${value}`).region !== value) return [];
      return [{ value, label: `${name} (${value})` }];
    }),
  );
  known = found
    .filter(({ label }) => !seen.has(label) && seen.add(label))
    .sort((left, right) => left.label.localeCompare(right.label));
  return known;
}

/** Converts two letters to an upper-case country code; leaves any other text unchanged. */
export const countryCode = (text: string) => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text);
