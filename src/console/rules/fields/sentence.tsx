import type { ConditionPart } from "./condition-words.ts";

/** A sentence with its variable parts in medium weight. */
export const Sentence = ({ parts }: { parts: readonly ConditionPart[] }) => (
  <>
    {parts.map((part, index) =>
      part.strong ? (
        // The parts of a sentence have no identity other than their position.
        <span key={index} className="font-medium text-text">
          {part.text}
        </span>
      ) : (
        part.text
      ),
    )}
  </>
);
