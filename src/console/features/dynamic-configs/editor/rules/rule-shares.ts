// The shares of the users that fit a rule: its variants, its own value, and those that the percentage leaves out.
import type { ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";

export interface Share {
  key: string;
  label: string;
  /** Of the users that fit the rule. */
  percent: number;
  /** The default value decides for these. */
  isRest: boolean;
}

const rounded = (percent: number) => +percent.toFixed(2);

/** The rest that the variants leave of 100 %. Negative when they promise too much. */
export const restOfVariants = ({ variants }: ConfigRuleDraft) =>
  rounded(100 - variants.reduce((sum, { passPercentage = 0 }) => sum + passPercentage, 0));

export function sharesOf(rule: ConfigRuleDraft): Share[] {
  const { passPercentage = 0, variants } = rule;
  const of = (percent: number) => rounded((passPercentage * percent) / 100);
  const hasValue = rule.value.trim() !== "";
  const own = variants.length === 0 ? 100 : Math.max(0, restOfVariants(rule));
  const shares: Share[] = [
    ...variants.map(({ key, name, passPercentage: percent = 0 }) => ({
      key,
      label: name,
      percent: of(percent),
      isRest: false,
    })),
    {
      key: "own",
      label: hasValue ? "The value of this rule" : "Default value, as no variant takes them",
      percent: of(own),
      isRest: !hasValue,
    },
    {
      key: "left-out",
      label: "Default value, left out by the percentage",
      percent: rounded(100 - passPercentage),
      isRest: true,
    },
  ];
  return shares.filter(({ percent }) => percent > 0);
}
