import type { Condition } from "#contract/condition.ts";
import { whoParts, type NameOf } from "./condition-words.ts";

/** Who a rule is about, as a sentence with its variable parts in medium weight. */
export const Who = ({ conditions, nameOf }: { conditions: readonly Condition[]; nameOf: NameOf }) => (
  <>
    {whoParts(conditions, nameOf).map((part, index) =>
      part.strong ? (
        // The parts of a sentence have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className="font-medium text-text">
          {part.text}
        </span>
      ) : (
        part.text
      ),
    )}
  </>
);
