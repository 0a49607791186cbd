import { percentText } from "#console/foundation/ui/wording.ts";

export interface Share {
  readonly key: string;
  readonly label: string;
  readonly percent: number;
  /** The displayed figure, such as a number of users; the percentage if absent. */
  readonly figure?: string;
  /** CSS classes for the fill. */
  readonly look: string;
}

export const shareLooks = {
  keep: "bg-text-muted",
  gain: "bg-accent-solid",
  lose: "bg-[repeating-linear-gradient(-45deg,var(--color-warning)_0_2px,var(--color-warning-tint)_2px_5px)]",
  none: "bg-border-strong",
  unknown: "border border-dashed border-border-control",
} as const;

/** The bar alone, 8 px high and hidden from screen readers; the caller must give the same information in words. */
export const ShareParts = ({ shares }: { shares: readonly Pick<Share, "key" | "percent" | "look">[] }) => (
  <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-small">
    {shares.map(({ key, percent, look }) => (
      <span key={key} className={`min-w-1 ${look}`} style={{ width: `${percent}%` }} />
    ))}
  </div>
);

/** A bar of the parts of a whole, with a legend below, so that colours are not the only cue. Empty parts are left out. */
export function ShareBar({ label, shares }: { label: string; shares: readonly Share[] }) {
  const parts = shares.filter(({ percent }) => percent > 0);
  return (
    <div className="grid gap-1">
      <ShareParts shares={parts} />
      <ul aria-label={label} className="figures flex flex-wrap gap-x-5 gap-y-1 text-12 text-text-muted">
        {parts.map(({ key, percent, label: text, figure = percentText(percent), look }) => (
          <li key={key} className="flex items-center gap-1.5">
            {/* Wide enough to show the striped fill of lost users. */}
            <span aria-hidden className={`h-2 w-3.5 shrink-0 rounded-[2px] ${look}`} />
            <span className="font-medium text-text">{figure}</span> {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
