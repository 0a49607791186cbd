// One thing of a reach in sentences: by which way, where it refers, how much hangs on it. For boxes, details and exports.
import { pathWords, reachedBy, type Reached } from "#targeting/dependencies/reached.ts";
import type { Thing } from "#targeting/dependencies/thing.ts";
import type { Reach } from "./reach.ts";
import { checksText, kindText, stateText, stepWords } from "./thing-words.ts";

export interface Way extends Reached {
  readonly direction: "dependents" | "dependencies";
  /** "checkout_v2 → pricing → experiment New price page". */
  readonly words: string;
  /** Where the last step refers. */
  readonly where: string;
}

/** By key of the thing; what stands on both sides of the gate is told as what depends on it. */
export function waysOf({ dependents, dependencies }: Reach): Map<string, Way> {
  const ways = [dependencies, dependents].flatMap(({ direction, ...walk }) =>
    reachedBy({ direction, ...walk }).map((reached): Way => ({
      ...reached,
      direction,
      words: pathWords(reached.path),
      where: stepWords(reached.path, direction),
    })),
  );
  return new Map(ways.map((way) => [way.thing.key, way]));
}

/** The whole of a thing in one text, for those who do not see the drawing. */
export function describeThing(thing: Thing, way: Way | undefined): string {
  const checks = checksText(thing);
  return [
    `${kindText[thing.kind]} ${thing.name}, ${stateText(thing)}`,
    ...(way
      ? [`${way.direction === "dependents" ? "Needs this gate" : "Needed by this gate"}: ${way.words}`]
      : ["This gate"]),
    ...(way ? [way.where] : []),
    ...(checks ? [`${checks} checks an hour`] : []),
  ].join(". ");
}
