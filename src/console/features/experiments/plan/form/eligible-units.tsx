import type { ExperimentPower } from "#contract/experiment-power.ts";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import { FormRow, WideField } from "./form-row.tsx";

const dayText = (date: string | undefined) => (date ? formatDay(Date.parse(date)) : "");

/** Past eligible units by day, and how many of them the plan would enrol; space is reserved until they are known. */
export function EligibleUnits({ power, units }: { power: ExperimentPower | undefined; units: string }) {
  const days = power?.days ?? [];
  const most = Math.max(1, ...days.map(({ seen }) => seen));
  return (
    <FormRow label="gives">
      <div className="min-h-14 w-46 pt-1 text-text-muted max-tablet:col-span-2 max-tablet:min-h-10 max-tablet:w-auto [&_b]:font-medium [&_b]:text-text">
        {power && days.length > 0 ? (
          <>
            <p>
              <b className="figures">{formatCount(power.unitsADay)}</b> eligible {units} a day
            </p>
            <p>
              <b className="figures">{formatCount(power.entering)}</b> enter in{" "}
              {plural(Math.round(power.duration), "day")}
            </p>
          </>
        ) : power ? (
          <p>Nothing was recorded yet.</p>
        ) : null}
      </div>
      <WideField>
        {days.length > 0 ? (
          <figure
            role="img"
            aria-label={`Eligible ${units} a day, ${dayText(power?.from)} to ${dayText(power?.to)}, at most ${formatCount(most)}`}
          >
            <div className="flex h-10 items-end gap-0.5 border-b border-border-strong">
              {days.map(({ date, seen }) => (
                <i
                  key={date}
                  className="min-w-px grow bg-border-strong"
                  style={{ height: `${(100 * seen) / most}%` }}
                />
              ))}
            </div>
            <figcaption className="figures flex justify-between text-11 text-text-muted">
              <span>{dayText(power?.from)}</span>
              <span>{dayText(power?.to)}</span>
            </figcaption>
          </figure>
        ) : null}
      </WideField>
    </FormRow>
  );
}
