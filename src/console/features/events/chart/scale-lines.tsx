// Grid lines across the plot of all events with their numbers: left of it on a wide screen, over it on a phone.
import { formatCount } from "#console/foundation/ui/wording.ts";
import { axisHeight, plotTop, scaleOf } from "./chart-model.ts";

export function ScaleLines({ most, hasAxis }: { most: number; hasAxis: boolean }) {
  const below = hasAxis ? axisHeight : 0;
  return scaleOf(most).map((value, index, all) => (
    <span
      // The key creates a new element for another scale, so that the line does not count as moved.
      key={`${value} of ${most}`}
      aria-hidden
      style={{ bottom: `calc(${below}px + (100% - ${below + plotTop}px) * ${value / most})` }}
      className={`absolute inset-x-0 border-b border-border ${index < all.length - 1 ? "max-desk:hidden" : ""}`}
    >
      <span className="figures absolute z-1 text-11 leading-3 text-text-muted max-desk:bottom-0 max-desk:left-0 max-desk:bg-surface/80 max-desk:pr-1 desk:right-full desk:-translate-y-1/2 desk:pr-2">
        {formatCount(value)}
      </span>
    </span>
  ));
}
