// Lessons of decided experiments: per metric the total effect of what was shipped, corrected for the winner's
// curse, and every decision with its reason.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { DecidedExperimentSummary } from "#contract/learned.ts";
import { minEffects, type Measured } from "#statistics/shrinkage.ts";
import { formatChange } from "#console/features/experiments/results/model/format-result.ts";
import { query } from "#console/foundation/api/query.ts";
import { saveExport } from "#console/foundation/export/save-file.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { Table } from "#console/foundation/table/table.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { formatCount, percentSign, plural } from "#console/foundation/ui/wording.ts";
import { learnedCsv } from "./learned-csv.ts";
import type { LearnedSearchValue as LearnedSearch } from "./learned-search.ts";
import { expectedOf, searchLessons, leadEffectOf, type Lesson, lessonsOf } from "./lessons.ts";

const route = getRouteApi("/$company/learned");

/** Polling interval in ms and the maximum number of polls, while the server computes results for the first time. */
const readAgainAfter = 3000;
const mostReadings = 20;
const isAwaited = ({ effects }: DecidedExperimentSummary) => effects.length === 0;

/** Half width of a 95 % interval, in standard errors. */
const reach = 1.96;
const percent = (value: number) => formatChange(value, "percent");
const intervalOf = ({ effect, standardError }: Measured) =>
  `${percent(effect - reach * standardError)} to ${percent(effect + reach * standardError)}`;

const lessonColumns: Column<Lesson>[] = [
  {
    id: "metric",
    header: "Metric",
    cell: ({ name, directionality }) => (
      <>
        <span className="font-medium">{name}</span>
        {directionality === "decrease" ? <span className="text-text-muted"> lower is better</span> : null}
      </>
    ),
    phone: "first",
  },
  {
    id: "decided",
    header: "Measured by",
    align: "end",
    className: "tablet:w-32",
    cell: ({ measured }) => plural(measured, "experiment"),
  },
  {
    id: "shipped",
    header: "Shipped",
    align: "end",
    className: "max-tablet:text-left tablet:w-24",
    phone: "second-start",
    cell: ({ shipped }) => `${formatCount(shipped)} shipped`,
  },
  {
    id: "sum",
    header: "As measured",
    align: "end",
    className: "tablet:w-32",
    phone: "second-end",
    cell: ({ sum }) => (sum ? percent(sum.effect) : ""),
  },
  {
    id: "expected",
    header: "To be expected",
    align: "end",
    className: "tablet:w-36",
    phone: "end",
    cell: ({ expected, shipped }) =>
      expected ? <b className="font-strong">{percent(expected.effect)}</b> : shipped ? "too few to say" : "",
  },
  {
    id: "interval",
    header: `95${percentSign} interval`,
    align: "end",
    className: "tablet:w-48",
    phone: "third",
    cell: ({ expected }) => (expected ? intervalOf(expected) : ""),
  },
];

function EffectText({
  experiment,
  lessons,
}: {
  experiment: DecidedExperimentSummary;
  lessons: readonly Lesson[];
}) {
  const lead = leadEffectOf(experiment);
  if (experiment.isUnsound) return <span className="text-warning">A check failed: not counted.</span>;
  if (!lead) return <span className="text-text-muted">Its results are not computed yet.</span>;
  const expected = expectedOf(lead, lessons);
  return (
    <span className="figures">
      {lead.metricName}, {lead.test}: {percent(lead.percentChange)} measured
      {expected ? `, ${percent(expected.effect)} to be expected` : ""}
    </span>
  );
}

function Decision({
  experiment,
  lessons,
}: {
  experiment: DecidedExperimentSummary;
  lessons: readonly Lesson[];
}) {
  const { company } = route.useParams();
  const { id, name, hypothesis, decisionReason, decisionTime, shipped, isControlShipped } = experiment;
  const verb = shipped === null ? "Nothing shipped" : `${isControlShipped ? "Kept" : "Shipped"} ${shipped}`;
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-b border-border py-2.5 tablet:grid-cols-[260px_minmax(0,1fr)]">
      <div className="min-w-0">
        <Link
          to="/$company/experiments/$id"
          params={{ company, id }}
          className="font-medium break-words hover:underline"
        >
          {name}
        </Link>
        <p className="text-text-muted">
          {verb}
          {decisionTime === null ? "" : `, ${formatDate(decisionTime)}`}
        </p>
      </div>
      <div className="grid min-w-0 gap-0.5 break-words">
        {hypothesis ? <p>{hypothesis}</p> : null}
        {decisionReason ? <p className="text-text-muted">“{decisionReason}”</p> : null}
        <p>
          <EffectText experiment={experiment} lessons={lessons} />
        </p>
      </div>
    </li>
  );
}

/** Returns the facts in the page head and the note on how to read the numbers. */
function headOf(experiments: readonly DecidedExperimentSummary[]) {
  const shipped = experiments.filter((one) => one.shipped !== null && !one.isControlShipped).length;
  const unsound = experiments.filter(({ isUnsound }) => isUnsound).length;
  const left = unsound ? ` ${plural(unsound, "experiment")} with failed checks left out.` : "";
  return {
    facts: [`${plural(experiments.length, "experiment")} decided`, `${shipped} shipped a treatment`],
    left,
  };
}

export function LearnedPage() {
  const { search = "" } = route.useSearch();
  const setSearch = useSetSearch<LearnedSearch>();
  const { data, error, refetch } = useQuery({
    ...query("readLearnedExperiments", {}),
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < mostReadings && state.data?.data.some(isAwaited) ? readAgainAfter : false,
  });
  const experiments = data?.data;
  const lessons = useMemo(() => experiments && lessonsOf(experiments), [experiments]);
  if (error && !experiments)
    return (
      <div className="max-w-3xl py-5">
        <FailureNotice
          error={error}
          title="What was learned could not be read"
          retry={() => void refetch()}
        />
      </div>
    );
  if (!experiments || !lessons)
    return (
      <>
        <PageHead title="What we learned" />
        <SkeletonRows rows={8} label="Loading what was learned" />
      </>
    );
  const { facts, left } = headOf(experiments);
  const shown = searchLessons(experiments, search);
  return (
    <div className="pb-8">
      <PageHead title="What we learned" facts={facts} />
      <PageButtons>
        <Button
          className="order-1"
          onClick={() => saveExport("what-we-learned", "csv", learnedCsv(experiments, lessons))}
        >
          Save as CSV
        </Button>
      </PageButtons>
      {experiments.length === 0 ? (
        <Empty title="No experiment is decided yet." />
      ) : (
        <>
          <SectionHead title="Effect of all that was shipped" />
          <p className="max-w-4xl pb-3 text-pretty text-text-muted">
            What looks best is shipped, so that measured effects are too large on average: the winner’s curse.
            What is to be expected draws each effect towards the mean of all that decided experiments measured
            on the metric, shipped or not, the more the noisier it is (empirical Bayes, from {minEffects}{" "}
            effects on). Effects are added up, each on the users of its own experiment; they are not
            multiplied. Treatments of one experiment share its control, and are drawn to the mean as if they
            did not.{left}
          </p>
          <Table
            caption="Effect of all that was shipped, by metric"
            rows={lessons}
            columns={lessonColumns}
            rowKey={({ metricID }) => metricID}
            isSorted
            emptyText="No decided experiment has results yet."
          />
          <div className="pt-5">
            <SectionHead title="Decisions" note={`${formatCount(shown.length)} shown`} />
            <div className="max-w-80 pb-2">
              <SearchField
                label="Search in hypotheses and reasons"
                value={search}
                onChange={(text) => setSearch({ search: text || undefined })}
              />
            </div>
            {shown.length === 0 ? (
              <Empty title="No decision has these words." />
            ) : (
              <ul className="border-t border-border">
                {shown.map((experiment) => (
                  <Decision key={experiment.id} experiment={experiment} lessons={lessons} />
                ))}
              </ul>
            )}
          </div>
        </>
      )}
    </div>
  );
}
