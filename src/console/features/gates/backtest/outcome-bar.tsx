import type { BacktestResult } from "#targeting/backtest/backtest-gate.ts";
import type { EvaluatedUser } from "./event-users.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";

const looks = {
  keep: "bg-text-muted",
  gain: "bg-accent-solid",
  lose: "bg-[repeating-linear-gradient(-45deg,var(--color-warning)_0_2px,var(--color-warning-tint)_2px_5px)]",
  never: "bg-border-strong",
  unknown: "border border-dashed border-border-control",
} as const;

/** How the users are parted; the same in words below. */
export function OutcomeBar({ result }: { result: BacktestResult<EvaluatedUser> }) {
  const { users, gain, lose, stayPassing, stayFailing, notEvaluated } = result;
  const parts = [
    { total: stayPassing, message: "keep passing", look: looks.keep },
    { total: gain, message: "gain it", look: looks.gain },
    { total: lose, message: "lose it", look: looks.lose },
    { total: stayFailing, message: "still do not pass", look: looks.never },
    { total: notEvaluated, message: "could not be judged", look: looks.unknown },
  ].filter(({ total }) => total > 0);
  return (
    <div className="grid gap-1.5 pb-4">
      <div aria-hidden className="flex h-3 overflow-hidden rounded-[3px]">
        {parts.map(({ total, message, look }) => (
          <span key={message} className={look} style={{ width: `${(100 * total) / users}%` }} />
        ))}
      </div>
      <ul aria-label="How the users are parted" className="figures flex flex-wrap gap-x-5 gap-y-1">
        {parts.map(({ total, message, look }) => (
          <li key={message} className="flex items-center gap-1.5 whitespace-nowrap">
            <span aria-hidden className={`size-2.5 rounded-[2px] ${look}`} />
            <b className="font-medium">{formatCount(total)}</b>
            <span className="text-text-muted">{message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
