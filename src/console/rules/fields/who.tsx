import type { Condition } from "#contract/condition.ts";
import { usersParts, whoParts, type NameOf, type Part } from "./condition-words.ts";

/** A sentence with its variable parts in medium weight. */
const Sentence = ({ parts }: { parts: readonly Part[] }) => (
  <>
    {parts.map((part, index) =>
      part.strong ? (
        // The parts of a sentence have no identity but their place.
        <span key={index} className="font-medium text-text">
          {part.text}
        </span>
      ) : (
        part.text
      ),
    )}
  </>
);

/** The users that the conditions of a rule name. */
export const Who = ({ conditions, nameOf }: { conditions: readonly Condition[]; nameOf: NameOf }) => (
  <Sentence parts={whoParts(conditions, nameOf)} />
);

/** The users that a rule takes, its percentage included. */
export const Users = ({
  conditions,
  percent,
  nameOf,
}: {
  conditions: readonly Condition[];
  percent: number;
  nameOf: NameOf;
}) => <Sentence parts={usersParts(conditions, percent, nameOf)} />;
