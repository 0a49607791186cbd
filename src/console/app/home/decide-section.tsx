import { getRouteApi, Link } from "@tanstack/react-router";
import {
  leadInterval,
  guardrailHarmInterval,
  type ListEntry,
} from "#console/features/experiments/list/list-entry.ts";
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

/** The size has no sign, because the verb states the direction. */
const sizeText = ({ value, unit }: Effect) => formatSize(Math.abs(value), unit);

const verb = ({ value }: Effect) => (value > 0 ? "rose" : "fell");
const figure = (text: string) => <b className="figures font-medium text-text">{text}</b>;

/** The change of the lead metric. */
function Change({ effect, metric }: { effect: Effect; metric: string }) {
  const { value, margin, unit, isClear, depends } = effect;
  return isClear ? (
    <>
      {metric} {verb(effect)} by {figure(sizeText(effect))}, by{" "}
      {figure(formatSize(Math.abs(value) - margin, unit))} at least.
    </>
  ) : (
    <>
      {metric}: {depends ? "depends on the analysis" : "inconclusive"} at {figure(changeText(effect))} (
      {intervalText(effect)}).
    </>
  );
}

/** Whether the change is good, and the guardrail that it harms. */
function Meaning({ entry: { lead, guardrail } }: { entry: ListEntry }) {
  const isHarmed = guardrail?.effect.result === "worse";
  const { isClear, result } = lead?.effect ?? {};
  const open = isClear && !result ? "Nobody has said which change is good." : "";
  const good = isClear && (result === "better" || result === "worse") ? result : undefined;
  if (!isHarmed)
    return [
      good ? `That is ${good}.` : open,
      good === "better" && guardrail ? "No guardrail got worse." : "",
    ].join(" ");
  const { metric, group, effect } = guardrail;
  const start = { better: "Better, but ", worse: "Worse, and " };
  return (
    <>
      {good ? start[good] : open && `${open} `}
      <span className="font-medium text-negative">
        {metric} {verb(effect)} by <span className="figures">{sizeText(effect)}</span>
      </span>
      {group && group !== lead?.group ? ` with ${group}` : ""}.
    </>
  );
}

interface DecideSectionProps {
  entries: readonly ListEntry[];
  /** Number of all experiments to decide on. */
  total: number;
}

/** Experiments that have ended, or whose result is clear. */
export function DecideSection({ entries, total }: DecideSectionProps) {
  const { company } = route.useParams();
  const drawn = entries.flatMap((entry) => leadInterval(entry) ?? []);
  const [, end] = intervalDomain(drawn.map(({ value, margin }) => ({ value, delta: margin })));
  const columns =
    "tablet:grid-cols-[168px_minmax(0,1fr)_116px_116px] min-[1440px]:grid-cols-[168px_minmax(0,1fr)_168px_116px]";
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
                  <Change effect={lead.effect} metric={lead.metric} />
                ) : (
                  [lead?.metric, lead?.word].filter(Boolean).join(": ") || "No metric leads it."
                )}
                <span className="block">
                  <Meaning entry={entry} />
                </span>
                {lead?.effect && lead.group ? (
                  <span className="block truncate text-12 text-text-muted" title={lead.group}>
                    With {lead.group}
                  </span>
                ) : null}
              </p>
              <div className="relative max-tablet:order-4 max-tablet:col-span-2 max-tablet:pb-2">
                <div className="tablet:absolute tablet:inset-0 tablet:flex tablet:flex-col">
                  {[leadInterval(entry), guardrailHarmInterval(entry)].map((interval, index) =>
                    interval ? (
                      <ListInterval
                        key={index}
                        end={end}
                        interval={interval}
                        className="mx-2 h-5 tablet:h-auto tablet:min-h-0 tablet:flex-1"
                      />
                    ) : null,
                  )}
                </div>
              </div>
              <div className="py-2 text-right">
                <Link {...link} className="link font-medium">
                  {step.text}
                </Link>
                <p className={`text-12 whitespace-nowrap ${step.isLate ? "font-medium" : "text-text-muted"}`}>
                  {step.detail}
                </p>
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
