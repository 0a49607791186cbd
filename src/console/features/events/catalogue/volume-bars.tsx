// Small bars with the number of events on each of the last days; each name has its own scale.
import { countsByDay, formatUtcDay, shownDays } from "./catalogue-words.ts";
import { plural } from "#console/foundation/ui/wording.ts";

/** px */
const [barWidth, height] = [4, 20];

interface VolumeBarsProps {
  days: readonly { day: number; events: number }[];
  /** Number of days since 1970 in UTC. */
  today: number;
}

export function VolumeBars({ days, today }: VolumeBarsProps) {
  const counts = countsByDay(days, today);
  const most = Math.max(...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const label = total
    ? `${plural(total, "event")} in the last ${shownDays} days, most on ${formatUtcDay(today - shownDays + 1 + counts.indexOf(most))}`
    : `None in the last ${shownDays} days`;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${counts.length * barWidth} ${height}`}
      className="h-5 w-30 fill-neutral-mark"
    >
      <title>{label}</title>
      <rect y={height - 0.5} width={counts.length * barWidth} height={0.5} />
      {counts.map((count, index) => {
        const tall = count > 0 ? Math.max(1, (count / most) * height) : 0;
        return <rect key={index} x={index * barWidth} y={height - tall} width={barWidth - 1} height={tall} />;
      })}
    </svg>
  );
}
