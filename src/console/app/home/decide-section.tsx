import { getRouteApi, Link } from "@tanstack/react-router";
import { drawnOf, type ListEntry } from "#console/features/experiments/list/list-entry.ts";
import { formatSize, formatTick } from "#console/features/experiments/results/model/format-result.ts";
import {
  changeText,
  type Effect,
  intervalText,
} from "#console/features/experiments/results/model/reading.ts";
import { dayText } from "#console/features/experiments/results/model/experiment-progress.ts";
import { ListInterval, ListIntervalScale } from "#console/foundation/charts/list-interval.tsx";
import { intervalDomain } from "#console/foundation/charts/interval-domain.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { MoreLink } from "./more-link.tsx";

const route = getRouteApi("/$company");

const meanings = { better: "That is better.", worse: "That is worse.", inconclusive: "" };

/** The verb says the direction. */
const sizeText = ({ value, unit }: Effect) => formatSize(Math.abs(value), unit);

interface EffectsProps {
  effect: Effect;
  metric: string;
  group: string | undefined;
}

function Effects({ effect, metric, group }: EffectsProps) {
  const { value, margin, unit, isClear, result, depends } = effect;
  const who = group ? ` with ${group}` : "";
  const figure = (text: string) => <b className="figures font-medium text-text">{text}</b>;
  if (!isClear)
    return (
      <>
        {metric}
        {who}: {depends ? "depends on the analysis" : "inconclusive"} at {figure(changeText(effect))}.
        <br />
        Interval {intervalText(effect)}.
      </>
    );
  return (
    <>
      {metric} {value > 0 ? "rose" : "fell"}
      {who} by {figure(sizeText(effect))}, by {figure(formatSize(Math.abs(value) - margin, unit))} at least.
      <br />
      {result ? meanings[result] : "Nobody has said which change is good."}
    </>
  );
}

/** A guardrail that got worse stands against whatever the lead metric says. */
function WorseGuardrail({ entry: { guardrail } }: { entry: ListEntry }) {
  if (guardrail?.effect.result !== "worse") return null;
  const { metric, group, effect } = guardrail;
  return (
    <>
      {" "}
      A guardrail got worse{group ? ` with ${group}` : ""}:{" "}
      <span className="font-medium text-negative">
        {metric} <span className="figures">{changeText(effect)}</span>
      </span>
      .
    </>
  );
}

interface DecideSectionProps {
  entries: readonly ListEntry[];
  /** All that are to be decided. */
  total: number;
}

/** Experiments that ended, or whose result is clear. */
export function DecideSection({ entries, total }: DecideSectionProps) {
  const { company } = route.useParams();
  const drawn = entries.flatMap((entry) => drawnOf(entry) ?? []);
  const [, end] = intervalDomain(drawn.map(({ value, margin }) => ({ value, delta: margin })));
  const columns = "tablet:grid-cols-[168px_minmax(0,1fr)_168px_116px]";
  return (
    <section aria-label="Decide">
      <div className={`grid items-center gap-x-4 border-b border-border ${columns}`}>
        <div className="tablet:col-span-2">
          <SectionHead
            title="Decide"
            note={
              entries.length
                ? "Ended, or the interval is clear."
                : "Nothing has ended, and no interval is clear."
            }
          />
        </div>
        {drawn.length ? (
          <div className="text-text-muted max-tablet:hidden">
            <ListIntervalScale labels={[-1, 0, 1].map((share) => formatTick(share * end, "percent"))} />
          </div>
        ) : null}
      </div>
      <ul>
        {entries.map((entry) => {
          const { id, experiment, days, lead, step } = entry;
          const link = { to: "/$company/experiments/$id", params: { company, id } } as const;
          return (
            <li
              key={id}
              className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-border ${columns}`}
            >
              <div className="min-w-0 py-2">
                <Link
                  {...link}
                  className="block truncate font-medium hover:underline"
                  title={experiment.name}
                >
                  {experiment.name}
                </Link>
                <p className="truncate text-12 text-text-muted">
                  {days?.state === "ended" && experiment.endTime
                    ? `Ended ${formatDay(experiment.endTime)}`
                    : days && dayText(days)}
                </p>
              </div>
              <p className="text-text-muted max-tablet:order-3 max-tablet:col-span-2 tablet:py-2">
                {lead?.effect ? (
                  <Effects effect={lead.effect} metric={lead.metric} group={lead.group} />
                ) : (
                  [lead?.metric, lead?.word].filter(Boolean).join(": ") || "No metric leads it."
                )}
                <WorseGuardrail entry={entry} />
              </p>
              <div className="relative max-tablet:order-4 max-tablet:col-span-2">
                {drawnOf(entry) ? (
                  <div className="tablet:absolute tablet:inset-0">
                    <ListInterval end={end} interval={drawnOf(entry)} className="h-6 w-full tablet:h-full" />
                  </div>
                ) : null}
              </div>
              <div className="py-2 text-right">
                <Link {...link} className="link font-medium">
                  {step.text}
                </Link>
                <p className="text-12 whitespace-nowrap text-text-muted">{step.detail}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <MoreLink
        count={total - entries.length}
        noun="more experiment"
        to="/$company/experiments"
        sort="next"
        rest=" to decide."
      />
    </section>
  );
}
