// How an experiment is set up: why, for whom, which groups, which metrics.
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Experiment, MetricReference } from "#contract/experiment.ts";
import { CodeBlock } from "#console/code/code-block.tsx";
import { Table } from "#console/table/table.tsx";
import { Empty } from "#console/ui/empty.tsx";
import { Mono } from "#console/ui/mono.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";
import { Time } from "#console/ui/time.tsx";

const route = getRouteApi("/$company/experiments/$id");

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-h-8 grid-cols-[180px_1fr] gap-4 border-b border-border py-1.5 max-tablet:grid-cols-1 max-tablet:gap-0">
    <dt className="text-text-muted">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
);

const onOff = (value: boolean | null | undefined) => (value ? "On" : "Off");

/** Inline targeting as text that can be read; as it came when it is no JSON. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

export function SetupTab({ experiment }: { experiment: Experiment }) {
  const { company } = route.useParams();
  const { targetingGateID, inlineTargetingRulesJSON, winsorization } = experiment;
  const inline =
    inlineTargetingRulesJSON && inlineTargetingRulesJSON !== "[]" ? inlineTargetingRulesJSON : undefined;
  return (
    <>
      <SectionHead title="Hypothesis" />
      <p className="max-w-3xl">{experiment.hypothesis || "No hypothesis was written down."}</p>
      {experiment.description ? (
        <p className="mt-2 max-w-3xl text-text-muted">{experiment.description}</p>
      ) : null}
      <SectionHead title="Who takes part" />
      <dl className="max-w-4xl">
        <Fact name="Unit">{experiment.idType ?? "–"}</Fact>
        <Fact name="Allocation">{experiment.allocation ?? 100} % of those who are eligible</Fact>
        <Fact name="Targeting gate">
          {targetingGateID ? (
            <Link to="/$company/gates/$id" params={{ company, id: targetingGateID }} className="link">
              {targetingGateID}
            </Link>
          ) : (
            "None, everyone is eligible"
          )}
        </Fact>
        {inline ? (
          <Fact name="Inline targeting">
            <CodeBlock label="Inline targeting rules">{pretty(inline)}</CodeBlock>
          </Fact>
        ) : null}
      </dl>
      <SectionHead title="Time" />
      <dl className="max-w-4xl">
        <Fact name="Started">
          {experiment.startTime ? <Time value={experiment.startTime} relative /> : "Not started"}
        </Fact>
        <Fact name="Ended">
          {experiment.endTime ? <Time value={experiment.endTime} relative /> : "Not ended"}
        </Fact>
        <Fact name="Planned duration">{experiment.duration ? `${experiment.duration} days` : "–"}</Fact>
      </dl>
      <SectionHead title="Analysis" />
      <dl className="max-w-4xl">
        <Fact name="Confidence level">{experiment.defaultConfidenceInterval ?? "95"} %</Fact>
        <Fact name="Bonferroni correction">{onOff(experiment.bonferroniCorrection)}</Fact>
        <Fact name="Outlier cap">
          {winsorization === null ? "Off" : `${winsorization ?? 99.9} % of the non-zero values`}
        </Fact>
      </dl>
    </>
  );
}

const valueText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

export function GroupsTab({ experiment }: { experiment: Experiment }) {
  const parameters = [
    ...new Set(experiment.groups.flatMap((group) => Object.keys(group.parameterValues ?? {}))),
  ];
  const control = experiment.controlGroupID ?? experiment.groups[0]?.id;
  return (
    <>
      <SectionHead title="Groups" note="Shares of the exposed units, and what each group gets." />
      <Table
        caption="Groups"
        rows={experiment.groups}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "name",
            header: "Group",
            phone: "first",
            cell: ({ id, name }) => (
              <span className="font-medium">
                {name}
                {id === control ? <span className="ml-2 font-regular text-text-muted">control</span> : null}
              </span>
            ),
          },
          {
            id: "size",
            header: "Share",
            phone: "end",
            width: "200px",
            cell: ({ size }) => (
              <span className="figures flex items-center gap-3">
                <span aria-hidden className="h-2 flex-1 rounded-small bg-border max-tablet:hidden">
                  <span
                    className="block h-2 rounded-small bg-neutral-mark"
                    style={{ width: `${Math.min(100, size)}%` }}
                  />
                </span>
                {Math.round(size * 100) / 100} %
              </span>
            ),
          },
          ...parameters.map((parameter) => ({
            id: parameter,
            header: parameter,
            phone: "second" as const,
            cell: (group: Experiment["groups"][number]) => (
              <Mono>{valueText(group.parameterValues?.[parameter] ?? "–")}</Mono>
            ),
          })),
          {
            id: "description",
            header: "Description",
            cell: ({ description }) => <span className="text-text-muted">{description}</span>,
          },
        ]}
      />
    </>
  );
}

const MetricList = ({ title, metrics }: { title: string; metrics: readonly MetricReference[] }) => (
  <>
    <SectionHead title={title} />
    {metrics.length === 0 ? (
      <Empty title="None." />
    ) : (
      <Table
        caption={title}
        rows={metrics}
        rowKey={({ name, type }) => `${name}::${type}`}
        columns={[
          {
            id: "name",
            header: "Metric",
            phone: "first",
            cell: ({ name }) => <span className="font-medium">{name}</span>,
          },
          { id: "type", header: "Type", phone: "end", width: "40%", cell: ({ type }) => <Mono>{type}</Mono> },
        ]}
      />
    )}
  </>
);

export const MetricsTab = ({ experiment }: { experiment: Experiment }) => (
  <>
    <MetricList title="Primary metrics" metrics={experiment.primaryMetrics ?? []} />
    <MetricList title="Secondary metrics" metrics={experiment.secondaryMetrics ?? []} />
  </>
);
