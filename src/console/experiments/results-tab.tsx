// The results of an experiment: health first, then how to look, then one scorecard per section.
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { query } from "#console/api/query.ts";
import { Segment } from "#console/forms/segment.tsx";
import { Picker } from "#console/forms/select.tsx";
import { Empty } from "#console/ui/empty.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { SkeletonRows } from "#console/ui/skeleton.tsx";
import { levels, type ExperimentSearch } from "./experiment-search.ts";
import { HealthLine } from "./health-line.tsx";

const route = getRouteApi("/$company/experiments/$id");
const Scorecard = lazy(async () => ({ default: (await import("./scorecard.tsx")).Scorecard }));

const everyGroup = "*";

function Controls({ experiment }: { experiment: Experiment }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (part: ExperimentSearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const control = search.control ?? experiment.controlGroupID ?? experiment.groups[0]?.id ?? "";
  const groups = experiment.groups.map(({ id, name }) => ({ value: id, label: name }));
  const tests = groups.filter(({ value }) => value !== control);
  const own = experiment.defaultConfidenceInterval ?? "95";
  return (
    <div className="flex flex-wrap items-center gap-2 py-3">
      <Picker
        label="Control"
        value={control}
        options={groups}
        onChange={(value) => set({ control: value, test: undefined })}
      />
      <Picker
        label="Test"
        value={search.test ?? everyGroup}
        options={[{ value: everyGroup, label: "All groups" }, ...tests]}
        onChange={(value) => set({ test: value === everyGroup ? undefined : value })}
      />
      <Segment
        label="Scale"
        value={search.scale ?? "percent"}
        options={[
          { value: "percent", label: "Percent" },
          { value: "absolute", label: "Absolute" },
        ]}
        onChange={(scale) => set({ scale: scale === "percent" ? undefined : scale })}
      />
      <Picker
        label="Level"
        value={search.level ?? own}
        options={levels.map((level) => ({
          value: level,
          label: `${level} %${level === own ? ", as set up" : ""}`,
        }))}
        onChange={(level) => set({ level: levels.find((known) => known === level && known !== own) })}
      />
    </div>
  );
}

/** What must be known before the first number is read. */
function Warnings({ experiment }: { experiment: Experiment }) {
  const failed = experiment.healthChecks?.filter(({ status }) => status === "FAILED") ?? [];
  if (failed.length === 0) return null;
  const isBalance = failed.some(({ name }) => /balance/i.test(name));
  return (
    <div className="pt-4">
      <Notice
        tone="danger"
        title={
          isBalance
            ? "Do not use these results: the groups are not as large as planned"
            : "A health check failed"
        }
      >
        <ul>
          {failed.map(({ name, description }) => (
            <li key={name}>{description}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

const isEmpty = ({ sections }: SummaryCharts) =>
  sections.every(({ charts }) =>
    charts.every(({ metrics }) =>
      (metrics ?? []).every(({ testUnits, controlUnits }) => !testUnits && !controlUnits),
    ),
  );

export function ResultsTab({ experiment }: { experiment: Experiment }) {
  const { control, test = everyGroup, level, scale = "percent" } = route.useSearch();
  const input = {
    id: experiment.id,
    ...(experiment.groups.length > 1 ? { test } : {}),
    ...(control ? { control } : {}),
    ...(level ? { confidence: level } : {}),
  };
  const summary = useSuspenseQuery(query("readSummaryCharts", input)).data.data;
  if (experiment.status === "setup")
    return (
      <Empty title="This experiment has not started. Results appear here once its first units are exposed." />
    );
  return (
    <>
      <HealthLine experiment={experiment} />
      <Warnings experiment={experiment} />
      <Controls experiment={experiment} />
      {isEmpty(summary) ? (
        <Empty title="No exposures were logged yet. Results appear with the first exposed units." />
      ) : (
        <Suspense fallback={<SkeletonRows rows={8} label="Drawing the results" />}>
          <Scorecard experiment={experiment} summary={summary} scale={scale} level={level} />
        </Suspense>
      )}
    </>
  );
}
