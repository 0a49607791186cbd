import { TriangleAlert } from "lucide-react";
import { SectionHead } from "#console/ui/section-head.tsx";
import { ThingLink } from "#console/reach/thing-link.tsx";
import type { FoundMend } from "./mends-of.ts";

/** References to mend, and where. Nothing where all is well. */
export function MendList({ mends }: { mends: readonly FoundMend[] }) {
  if (mends.length === 0) return null;
  return (
    <section aria-labelledby="to-mend">
      <SectionHead id="to-mend" title="To mend" note="References that cannot do what they are for." />
      <ul className="grid gap-2 pb-3">
        {mends.map((mend) => (
          <li key={mend.words} className="flex gap-2">
            <TriangleAlert
              size={16}
              aria-hidden
              className={`mt-0.5 shrink-0 ${mend.kind === "stale" ? "text-text-muted" : "text-warning"}`}
            />
            <span className="min-w-0 break-words">
              {mend.words}{" "}
              <span className="text-text-muted">
                Mend it in{" "}
                {mend.places.map((thing, index) => (
                  <span key={thing.key}>
                    {index > 0 ? " or " : null}
                    <ThingLink thing={thing} className="link font-medium" />
                  </span>
                ))}
                .
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
