// Divides the users who match a rule into shares: its variants, its own value, and those excluded by the percentage.
import type { Share } from "#console/rules/fields/share-bar.tsx";
import type { ConfigRuleDraft } from "./config-draft.ts";

const fills = [
  "bg-accent-solid",
  "bg-accent-solid/60",
  "bg-accent-solid/35",
  "bg-neutral-mark",
  "bg-neutral-mark/60",
];
/** Fill of the share that gets the default value. */
const rest = "bg-border-strong";

const rounded = (percent: number) => +percent.toFixed(2);

/** The percentage that remains after all variants; negative if they exceed 100 %. */
export const restOfVariants = ({ variants }: ConfigRuleDraft) =>
  rounded(100 - variants.reduce((sum, { passPercentage = 0 }) => sum + passPercentage, 0));

/** Returns the non-empty shares of the users who match the rule. */
export function sharesOf(rule: ConfigRuleDraft): Share[] {
  const { passPercentage = 0, variants } = rule;
  const of = (percent: number) => rounded((passPercentage * percent) / 100);
  const hasValue = rule.value.trim() !== "";
  const own = variants.length === 0 ? 100 : Math.max(0, restOfVariants(rule));
  const shares: Share[] = [
    ...variants.map(({ key, name, passPercentage: percent = 0 }, index) => ({
      key,
      label: name,
      percent: of(percent),
      look: fills[index % fills.length] ?? rest,
    })),
    {
      key: "own",
      label: hasValue ? "The value of this rule" : "Default value, as no variant takes them",
      percent: of(own),
      look: hasValue ? (fills[variants.length % fills.length] ?? rest) : rest,
    },
    {
      key: "left-out",
      label: "Default value, left out by the percentage",
      percent: rounded(100 - passPercentage),
      look: rest,
    },
  ];
  return shares.filter(({ percent }) => percent > 0);
}
