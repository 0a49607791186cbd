import { TriangleAlert } from "lucide-react";
import { memo, useMemo } from "react";
import type { Mend, MendPlace } from "#targeting/dependencies/mends.ts";
import type { Reach } from "#console/features/gates/dependencies/model/reach.ts";
import { ThingLink } from "#console/features/gates/dependencies/model/thing-link.tsx";
import { plural } from "#console/features/gates/dependencies/model/thing-words.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { mendsOf, placeWords, ruleOf } from "./mends-of.ts";

/** More are folded away, so that they do not push the graph out of sight. */
const inView = 4;

/** The way to the rule that asks or, where no rule is known, to what asks. */
const PlaceLink = ({ place }: { place: MendPlace }) => (
  <ThingLink thing={place.thing} className="link font-medium" rule={ruleOf(place)?.id}>
    {placeWords(place)}
  </ThingLink>
);

const MendItem = ({ mend: { kind, words, places } }: { mend: Mend }) => (
  <li className="flex gap-2">
    <TriangleAlert
      size={16}
      aria-hidden
      className={`mt-0.5 shrink-0 ${kind === "stale" ? "text-text-muted" : "text-warning"}`}
    />
    <span className="min-w-0 break-words">
      {words}{" "}
      <span className="text-text-muted">
        Mend it in{" "}
        {places.map((place, index) => (
          <span key={place.thing.key}>
            {index > 0 ? " or " : null}
            <PlaceLink place={place} />
          </span>
        ))}
        .
      </span>
    </span>
  </li>
);

/** References to mend, and where. Nothing where all is well. */
export const MendList = memo(function MendList({ reach }: { reach: Reach }) {
  const mends = useMemo(() => mendsOf(reach), [reach]);
  if (mends.length === 0) return null;
  const [first, more] = [mends.slice(0, inView), mends.slice(inView)];
  return (
    <section aria-labelledby="to-mend" className="pb-3">
      <SectionHead id="to-mend" title="To mend" note="References that cannot do what they are for." />
      <ul aria-labelledby="to-mend" className="grid gap-2">
        {first.map((mend) => (
          <MendItem key={mend.words} mend={mend} />
        ))}
      </ul>
      {more.length > 0 ? (
        <details className="pt-1">
          <summary className="min-h-8 content-center text-text-muted pointer-coarse:min-h-11">
            {plural(more.length, "more reference")} to mend
          </summary>
          <ul aria-label="More to mend" className="grid gap-2 pt-1">
            {more.map((mend) => (
              <MendItem key={mend.words} mend={mend} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
});
