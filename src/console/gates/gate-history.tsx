import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Gate } from "#contract/gate.ts";
import { baseIDOf } from "#contract/rule.ts";
import { queryPage } from "#console/api/query.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import { ruleChanges } from "#console/rules/rule-draft.ts";
import { Paging } from "#console/table/paging.tsx";
import { Button } from "#console/ui/button.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";
import { SkeletonRows } from "#console/ui/skeleton.tsx";
import { Time } from "#console/ui/time.tsx";
import { statusText } from "./gate-words.ts";

const route = getRouteApi("/$company/gates/$id");
const pageSize = 20;

/** What changed from one version to the next, a line each. */
export function versionChanges(before: Gate, after: Gate, nameOf: NameOf): string[] {
  const stored = new Map(before.rules.map((rule) => [baseIDOf(rule), rule]));
  const kept = new Set(after.rules.map(baseIDOf));
  return [
    ...(before.name === after.name ? [] : [`Name “${before.name}” became “${after.name}”`]),
    ...(before.status === after.status
      ? []
      : [`Status ${statusText(before.status)} became ${statusText(after.status)}`]),
    ...(before.description === after.description ? [] : ["Description changed"]),
    ...after.rules.flatMap((rule) => {
      const old = stored.get(baseIDOf(rule));
      if (!old) return [`Rule ${rule.name} added`];
      return ruleChanges(old, rule, nameOf).map(
        (change) => `${rule.name}: ${change.what.toLowerCase()} ${change.before} became ${change.after}`,
      );
    }),
    ...before.rules.flatMap((rule) => (kept.has(baseIDOf(rule)) ? [] : [`Rule ${rule.name} removed`])),
  ];
}

function Version({ gate, previous, nameOf }: { gate: Gate; previous: Gate | undefined; nameOf: NameOf }) {
  const changes = previous ? versionChanges(previous, gate, nameOf) : [];
  return (
    <li className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 border-b border-border py-2.5 max-tablet:grid-cols-1">
      <p className="figures font-medium">Version {gate.version}</p>
      <div>
        <p className="text-text-muted">
          {gate.lastModifierName ?? "Unknown"}
          {gate.lastModifiedTime ? (
            <>
              {", "}
              <Time value={gate.lastModifiedTime} relative />
            </>
          ) : null}
        </p>
        {changes.length > 0 ? (
          <ul className="mt-1">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        ) : (
          <p className="mt-1">
            {previous ? "Nothing that is shown here changed." : "The first version on record here."}
          </p>
        )}
      </div>
    </li>
  );
}

/** The versions of the gate, the current one first, each with what it changed. */
export function GateHistory({ gate: { id }, nameOf }: { gate: Gate; nameOf: NameOf }) {
  const { historyPage: page = 1, limit = pageSize } = route.useSearch();
  const navigate = route.useNavigate();
  const versions = useQuery(queryPage("listGateVersions", { id, page, limit }));
  // The last version of a page is compared with the first of the next one.
  const next = useQuery(queryPage("listGateVersions", { id, page: page + 1, limit }));
  if (versions.error && !versions.data)
    return (
      <div className="pt-4">
        <Notice
          tone="danger"
          title="The history could not be read"
          action={
            <Button size="small" onClick={() => void versions.refetch()}>
              Retry
            </Button>
          }
        >
          {versions.error.message}
        </Notice>
      </div>
    );
  if (!versions.data) return <SkeletonRows rows={6} label="Loading the history" />;
  const shown = versions.data.data;
  const following = next.isPlaceholderData ? undefined : next.data?.data[0];
  return (
    <section aria-label="History">
      <SectionHead title="History" note="Every save is kept as a version." />
      <ol className="border-t border-border">
        {shown.map((version, index) => (
          <Version
            key={version.version ?? index}
            gate={version}
            previous={shown[index + 1] ?? following}
            nameOf={nameOf}
          />
        ))}
      </ol>
      {(versions.data.pagination?.totalItems ?? 0) > 10 && (
        <Paging
          total={versions.data.pagination?.totalItems ?? shown.length}
          page={page}
          limit={limit}
          onPage={(historyPage) => void navigate({ search: (before) => ({ ...before, historyPage }) })}
          onLimit={(size) =>
            void navigate({ search: (before) => ({ ...before, limit: size, historyPage: undefined }) })
          }
        />
      )}
    </section>
  );
}
