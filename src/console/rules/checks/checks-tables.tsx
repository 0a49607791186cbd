// The tables below the checks chart: by rule, by client, and the newest checks.
import { Link, useParams } from "@tanstack/react-router";
import type { CheckClient, CheckedRule, RecentCheck } from "#contract/checks.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Table } from "#console/foundation/table/table.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { formatFull } from "#console/foundation/ui/time-format.ts";
import { Time } from "#console/foundation/ui/time.tsx";
import { capitalise, formatCount } from "#console/foundation/ui/wording.ts";
import {
  clientName,
  countsOf,
  outcomeNames,
  outcomeText,
  ruleText,
  type CheckedKind,
} from "./check-words.ts";

const count = (place: 0 | 1 | 2, kind: CheckedKind): Column<CheckedRule> => ({
  id: `count ${place}`,
  header: capitalise(outcomeNames[kind][place]),
  cell: (rule) => formatCount(countsOf(rule)[place]),
  align: "end",
  width: "132px",
});

/** One combined column of counts, because column headings are hidden on phones. */
const counts = (kind: CheckedKind): Column<CheckedRule> => ({
  id: "counts",
  header: "Checks",
  cell: (rule) =>
    countsOf(rule)
      .flatMap((checks, place) => (checks > 0 ? [`${formatCount(checks)} ${outcomeNames[kind][place]}`] : []))
      .join(", "),
  phone: "second",
  className: "tablet:hidden",
});

export const CheckedRules = ({ kind, rules }: { kind: CheckedKind; rules: readonly CheckedRule[] }) => (
  <>
    <SectionHead title="By rule" />
    <Table
      caption="Checks by rule"
      rows={rules}
      rowKey={({ ruleID }) => ruleID}
      columns={[
        { id: "rule", header: "Rule", cell: (rule) => ruleText(rule.ruleID, rule.name), phone: "first" },
        counts(kind),
        count(0, kind),
        count(1, kind),
        ...(rules.some(({ unanswered }) => unanswered > 0) ? [count(2, kind)] : []),
      ]}
    />
  </>
);

const clientColumns: readonly Column<CheckClient>[] = [
  {
    id: "client",
    header: "Library",
    cell: (client) => <span title={client.library}>{clientName(client)}</span>,
    phone: "first",
  },
  {
    id: "environment",
    header: "Environment",
    cell: ({ environment }) => capitalise(environment),
    phone: "second-start",
  },
  {
    id: "last",
    header: "Last asked",
    cell: ({ lastTime }) => <Time value={lastTime} relative />,
    phone: "second-end",
  },
  {
    id: "checks",
    header: "Checks",
    cell: ({ checks }) => formatCount(checks),
    align: "end",
    width: "132px",
    phone: "end",
  },
];

export const CheckClients = ({ clients }: { clients: readonly CheckClient[] }) => (
  <>
    <SectionHead title="Who asks" />
    <Table
      caption="Libraries that asked"
      rows={clients}
      rowKey={({ library, version, environment }) => JSON.stringify([library, version, environment])}
      columns={[...clientColumns]}
    />
  </>
);

/** Includes seconds, because many checks may occur in the same minute. */
const toTheSecond = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

function User({ id }: { id: string }) {
  const { company = "-" } = useParams({ strict: false });
  return id ? (
    <Link to="/$company/users/$id" params={{ company, id }} className="hover:underline">
      <Mono>{id}</Mono>
    </Link>
  ) : (
    <Mono>–</Mono>
  );
}

const newestColumns = (kind: CheckedKind): Column<RecentCheck>[] => [
  {
    id: "time",
    header: "Time",
    cell: ({ time }) => (
      <time dateTime={new Date(time).toISOString()} title={formatFull(time)} className="figures">
        {toTheSecond.format(time)}
      </time>
    ),
    width: "196px",
    phone: "second-end",
  },
  { id: "user", header: "User", cell: ({ unitID }) => <User id={unitID} />, phone: "first" },
  {
    id: "answer",
    header: "Answer",
    cell: (check) => capitalise(outcomeText(kind, check)),
    width: "148px",
    phone: "end",
  },
  {
    id: "rule",
    header: "Rule",
    cell: ({ ruleID, ruleName }) => ruleText(ruleID, ruleName),
    phone: "second-start",
  },
  { id: "reason", header: "Reason", cell: ({ reason }) => reason || "–", phone: "third" },
  { id: "client", header: "Asked by", cell: clientName, width: "132px", className: "max-desk:hidden" },
];

export const NewestChecks = ({ kind, newest }: { kind: CheckedKind; newest: readonly RecentCheck[] }) => (
  <>
    <SectionHead title="Newest checks" />
    <Table
      caption="Newest checks"
      rows={newest.map((check, place) => ({ ...check, place }))}
      rowKey={({ place }) => String(place)}
      columns={newestColumns(kind)}
    />
  </>
);
