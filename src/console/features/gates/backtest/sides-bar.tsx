import type { Sides } from "#targeting/backtest/changed-sides.ts";
import type { JudgedUser } from "./event-users.ts";

const count = new Intl.NumberFormat("en");

const looks = {
  keep: "bg-text-muted",
  gain: "bg-accent-solid",
  lose: "bg-[repeating-linear-gradient(-45deg,var(--warning)_0_2px,var(--warning-tint)_2px_5px)]",
  never: "bg-border-strong",
  unknown: "border border-dashed border-border-control",
} as const;

/** How the users are parted; the same in words below. */
export function SidesBar({ sides }: { sides: Sides<JudgedUser> }) {
  const { users, gain, lose, stayPassing, stayFailing, notJudged } = sides;
  const parts = [
    { total: stayPassing, words: "keep passing", look: looks.keep },
    { total: gain, words: "gain it", look: looks.gain },
    { total: lose, words: "lose it", look: looks.lose },
    { total: stayFailing, words: "still do not pass", look: looks.never },
    { total: notJudged, words: "could not be judged", look: looks.unknown },
  ].filter(({ total }) => total > 0);
  return (
    <div className="grid gap-1.5 pb-4">
      <div aria-hidden className="flex h-3 overflow-hidden rounded-[3px]">
        {parts.map(({ total, words, look }) => (
          <span key={words} className={look} style={{ width: `${(100 * total) / users}%` }} />
        ))}
      </div>
      <ul aria-label="How the users are parted" className="figures flex flex-wrap gap-x-5 gap-y-1">
        {parts.map(({ total, words, look }) => (
          <li key={words} className="flex items-center gap-1.5 whitespace-nowrap">
            <span aria-hidden className={`size-2.5 rounded-[2px] ${look}`} />
            <b className="font-medium">{count.format(total)}</b>
            <span className="text-text-muted">{words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
