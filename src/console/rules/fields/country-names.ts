// Countries to choose from, by the names that the browser knows for their two letters.
import type { Option } from "#console/foundation/forms/select.tsx";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

/** Codes that name no country: the Union, the United Nations, the euro area, pseudo-locales and the unknown. */
const noCountry = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);

let known: readonly Option<string>[] | undefined;

/** Every code that the reader's language has a name for; codes of the past have the name of their successor and are left out. */
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

/** Two letters are a code, however they are typed. */
export const countryCode = (text: string) => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text);
