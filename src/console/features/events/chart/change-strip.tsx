// Marks for changes of gates, configs and experiments below the axis: one mark per bin, whatever their number; hovering shows
// which they are. For keyboards and screen readers, the chart says the same for the selected bins, and its table for all.
import { agree, formatCount } from "#console/foundation/ui/wording.ts";
import type { ChangeMark, Span } from "./chart-model.ts";

/** Maximum number of changes listed; further ones are only counted. */
const shown = 6;

interface ChangeStripProps {
  /** Changes by bin index. */
  marks: ReadonlyMap<number, readonly ChangeMark[]>;
  bins: number;
  labels: readonly string[];
  chosen: Span | undefined;
}

export const ChangeStrip = ({ marks, bins, labels, chosen }: ChangeStripProps) => (
  <div aria-hidden className="relative h-5">
    {[...marks].map(([bin, changes]) => {
      const isChosen = chosen?.first === bin && chosen.last === bin;
      const isRight = bin > bins / 2;
      return (
        <span
          // The key creates a new element for another time scale, so that the mark does not count as moved.
          key={`${bin} of ${bins}`}
          style={{ left: `${(bin / bins) * 100}%`, width: `${100 / bins}%` }}
          className="group/mark absolute inset-y-0 flex items-center justify-center"
        >
          <span
            className={`flex h-4 min-w-4 items-center justify-center rounded-small px-1 text-11 group-hover/mark:bg-tint group-hover/mark:text-text ${isChosen ? "bg-tint text-text" : "text-text-muted"}`}
          >
            {changes.length === 1 ? <span className="size-1.5 rotate-45 bg-current" /> : changes.length}
          </span>
          <span
            className={`absolute top-full z-10 w-80 rounded border border-border bg-surface-raised p-3 text-12 shadow-float group-hover/mark:block ${isChosen ? "block" : "hidden"} ${isRight ? "right-0" : "left-0"}`}
          >
            <span className="block text-text-muted">
              {formatCount(changes.length)} {agree(changes.length, "change", "changes")} from {labels[bin]}
            </span>
            {changes.slice(0, shown).map(({ time, name, text }) => (
              <span key={`${name} ${time}`} className="mt-1 line-clamp-3 text-text-muted">
                <span className="font-medium text-text">{name}</span>: {text}
              </span>
            ))}
            {changes.length > shown ? (
              <span className="block text-text-muted">and {formatCount(changes.length - shown)} more</span>
            ) : null}
          </span>
        </span>
      );
    })}
  </div>
);
