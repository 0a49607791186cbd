import { percentText } from "#console/foundation/ui/wording.ts";

/** The effect of a new percentage on the users who meet the conditions: the same user passes every time. */
export function PercentChange({ was, now }: { was: number; now: number }) {
  if (was === now) return null;
  const keep = Math.min(was, now);
  const moved = Math.abs(now - was);
  const rest = 100 - keep - moved;
  const loses = now < was;
  const parts = [
    { share: keep, words: loses ? "keep it" : "have it already", look: "bg-text-muted" },
    {
      share: moved,
      words: loses ? "lose it" : "get it",
      look: loses
        ? "bg-[repeating-linear-gradient(-45deg,var(--color-warning)_0_2px,var(--color-warning-tint)_2px_5px)]"
        : "bg-accent-solid",
    },
    { share: rest, words: loses ? "never had it" : "do not get it", look: "bg-border-strong" },
  ].filter(({ share }) => share > 0);
  return (
    <div className="grid gap-1">
      <div aria-hidden className="flex h-2 overflow-hidden rounded-[2px]">
        {parts.map(({ share, words, look }) => (
          <span key={words} className={look} style={{ width: `${share}%` }} />
        ))}
      </div>
      <ul className="figures flex flex-wrap gap-x-4 text-12 text-text-muted">
        {parts.map(({ share, words, look }) => (
          <li key={words} className="flex items-center gap-1.5 whitespace-nowrap">
            <span aria-hidden className={`size-2 rounded-[2px] ${look}`} />
            {percentText(share)} {words}
          </li>
        ))}
      </ul>
    </div>
  );
}
