import type { Share } from "./rule-shares.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

const fills = [
  "bg-accent-solid",
  "bg-accent-solid/60",
  "bg-accent-solid/35",
  "bg-neutral-mark",
  "bg-neutral-mark/60",
];

/** The shares as one bar, where there is more than one thing to get; its words stand below, so that no colour has to be read. */
export function SharesBar({ shares }: { shares: readonly Share[] }) {
  if (shares.length < 2) return null;
  const named = shares.filter(({ isRest }) => !isRest);
  const fillOf = (share: Share) =>
    share.isRest ? "bg-border-strong" : (fills[named.indexOf(share) % fills.length] ?? "bg-border-strong");
  return (
    <section aria-label="Who gets what, of the users that fit">
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-small">
        {shares.map((share) => (
          <span
            key={share.key}
            className={`min-w-1 ${fillOf(share)}`}
            style={{ width: `${share.percent}%` }}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 pt-1.5 text-12 text-text-muted">
        {shares.map((share) => (
          <li key={share.key} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-2 rounded-small ${fillOf(share)}`} />
            <span className="figures font-medium text-text">{percentText(share.percent)}</span> {share.label}
          </li>
        ))}
      </ul>
    </section>
  );
}
