import { ShareBar, shareLooks } from "./share-bar.tsx";

/** Shows the effect of a new percentage on the matching users; assignment is deterministic, so it counts who keeps, gains or loses. */
export function PercentChange({ was, now }: { was: number; now: number }) {
  const loses = now < was;
  const [keep, moved, rest] = loses
    ? (["keep it", "lose it", "never had it"] as const)
    : was === now
      ? (["have it", "", "do not have it"] as const)
      : (["have it already", "get it", "do not get it"] as const);
  const most = Math.max(was, now);
  return (
    <ShareBar
      label="Of the users who fit"
      shares={[
        { key: "keep", label: keep, percent: Math.min(was, now), look: shareLooks.keep },
        {
          key: "moved",
          label: moved,
          percent: most - Math.min(was, now),
          look: loses ? shareLooks.lose : shareLooks.gain,
        },
        { key: "rest", label: rest, percent: 100 - most, look: shareLooks.none },
      ]}
    />
  );
}
