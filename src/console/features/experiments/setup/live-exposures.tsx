// Live exposures of an experiment by group, polled while they are shown.
import { useQuery } from "@tanstack/react-query";
import type { CheckedRule, Checks } from "#contract/checks.ts";
import { query } from "#console/foundation/api/query.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Table } from "#console/foundation/table/table.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { formatFull, relativeTime } from "#console/foundation/ui/time-format.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { clientName } from "#console/rules/checks/check-words.ts";
import { SetupSection } from "./setup-section.tsx";

/** ms */
const readAgain = 5000;

/** Period shown, in hours. */
const hours = 24;

function Group({ of: { ruleID, name, isKnown } }: { of: CheckedRule }) {
  if (name !== null) return name;
  return isKnown ? (
    <span className="text-text-muted">In no group{ruleID ? `: ${ruleID}` : ""}</span>
  ) : (
    <span className="text-warning">“{ruleID}”, which this experiment does not have</span>
  );
}

const columns: Column<CheckedRule>[] = [
  {
    id: "group",
    header: "Group",
    cell: (rule) => <Group of={rule} />,
    phone: "first",
    className: "max-tablet:whitespace-normal",
  },
  {
    id: "exposures",
    header: "Exposures",
    cell: ({ passed, failed, unanswered }) => formatCount(passed + failed + unanswered),
    align: "end",
    width: "132px",
    phone: "end",
  },
];

function Last({ checks: { clients } }: { checks: Checks }) {
  const [last] = clients;
  if (!last) return null;
  return (
    <p className="pt-2 text-12 text-text-muted">
      The last one by {clientName(last)} in {last.environment},{" "}
      {/* Last in the line, because its width changes over time. */}
      <time dateTime={new Date(last.lastTime).toISOString()} title={formatFull(last.lastTime)}>
        {relativeTime(last.lastTime)}
      </time>
    </p>
  );
}

export function LiveExposures({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...query("readExperimentChecks", { id, hours }),
    refetchInterval: readAgain,
  });
  const checks = data?.data;
  return (
    <SetupSection title="Exposures" note="Of the last 24 hours, as apps log them.">
      {checks ? (
        <>
          <Table
            caption="Exposures by group"
            rows={checks.rules}
            rowKey={({ ruleID }) => ruleID}
            columns={columns}
            emptyText="No app has logged one."
            isSorted
          />
          <Last checks={checks} />
        </>
      ) : error ? (
        <FailureNotice error={error} title="The exposures could not be read" retry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={3} label="Reading the exposures" />
      )}
    </SetupSection>
  );
}
