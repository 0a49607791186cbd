// Shows how often apps checked a gate or config, with which results, and which apps did. Refreshed while the tab is open.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import type { Checks } from "#contract/checks.ts";
import { query } from "#console/foundation/api/query.ts";
import { Picker } from "#console/foundation/forms/select.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { formatFull, relativeTime } from "#console/foundation/ui/time-format.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { ChecksOutline } from "./checks-outline.tsx";
import { ChecksFigure } from "./checks-figure.tsx";
import { CheckClients, CheckedRules, NewestChecks } from "./checks-tables.tsx";
import { clientName, ruleText, type CheckedKind } from "./check-words.ts";
import type { ChecksSearch } from "./checks-search.ts";

const readAgain = 15_000;

const week = "168" as const;
const periods = [
  { value: "24", label: "Day" },
  { value: week, label: "Week" },
  { value: "720", label: "Month" },
] as const;
type Period = (typeof periods)[number]["value"];

const everyRule = "every rule";

function NotConnected() {
  const { company = "" } = useParams({ strict: false });
  return (
    <div className="grid max-w-2xl gap-3 py-8">
      <p className="font-medium">No app has logged a check yet.</p>
      <p className="text-text-muted">
        Client libraries log each answer that they give a user, and it is counted here within a minute.{" "}
        <Link to="/$company/connect" params={{ company }} className="link">
          Connect an app
        </Link>{" "}
        gives you a key and the lines to paste.
      </p>
    </div>
  );
}

function LastAsked({ checks: { clients } }: { checks: Checks }) {
  const [last] = clients;
  if (!last) return null;
  return (
    <p>
      Last asked by {clientName(last)} in {last.environment},{" "}
      <b>
        {/* Last in the line, because it changes while the page is open. */}
        <time dateTime={new Date(last.lastTime).toISOString()} title={formatFull(last.lastTime)}>
          {relativeTime(last.lastTime)}
        </time>
      </b>
    </p>
  );
}

interface ChecksTabProps {
  kind: CheckedKind;
  id: string;
}

export function ChecksTab({ kind, id }: ChecksTabProps) {
  const { hours: asked, decided }: ChecksSearch = useSearch({ strict: false });
  const hours: Period = asked ?? week;
  const setSearch = useSetSearch<ChecksSearch>({ resetScroll: false });
  const endpoint = kind === "gate" ? "readGateChecks" : "readDynamicConfigChecks";
  const { data, error, refetch } = useQuery({
    ...query(endpoint, { id, hours: Number(hours) }),
    placeholderData: keepPreviousData,
    refetchInterval: readAgain,
  });
  if (error && !data) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <ChecksOutline />;
  const checks = data.data;
  if (!checks.isCounted) return <NotConnected />;
  const rules = checks.rules.map(({ ruleID, name }) => ({ id: ruleID, name: ruleText(ruleID, name) }));
  const rule = rules.find((one) => one.id === decided);
  const noun = kind === "gate" ? "gate" : "config";
  return (
    <div className="grid gap-4 pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <LastAsked checks={checks} />
        <div className="ml-auto flex flex-wrap gap-2 max-tablet:ml-0">
          {rules.length > 1 ? (
            <Picker
              label="Rule"
              value={rule?.id ?? everyRule}
              onChange={(next) => setSearch({ decided: next === everyRule ? undefined : next })}
              options={[
                { value: everyRule, label: "All" },
                ...rules.map((one) => ({ value: one.id, label: one.name })),
              ]}
            />
          ) : null}
          <Segment<Period>
            label="Time"
            value={hours}
            onChange={(next) => setSearch({ hours: next === week ? undefined : next })}
            options={periods}
          />
        </div>
      </div>
      {checks.rules.length === 0 ? (
        <p className="py-6 text-text-muted">No app asked for this {noun} in this time.</p>
      ) : (
        <>
          <ChecksFigure kind={kind} checks={checks} rule={rule} />
          <div>
            <CheckedRules kind={kind} rules={checks.rules} />
          </div>
        </>
      )}
      {checks.clients.length > 0 ? (
        <div>
          <CheckClients clients={checks.clients} />
          <NewestChecks kind={kind} newest={checks.newest} />
        </div>
      ) : null}
    </div>
  );
}
