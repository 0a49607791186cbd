import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { Gate } from "#contract/gate.ts";
import { baseIDOf } from "#contract/rule.ts";
import { query, queryAll } from "#console/api/query.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import { CopyableId } from "#console/ui/copy.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { PageHead } from "#console/ui/page-head.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";
import { SkeletonBlock, SkeletonRows } from "#console/ui/skeleton.tsx";
import { Status } from "#console/ui/status.tsx";
import { TabCount, tabClass, Tabs } from "#console/ui/tabs.tsx";
import { formatDate } from "#console/ui/time-format.ts";
import { GateHistory } from "./gate-history.tsx";
import { GateReferences, NeedsThisGate } from "./gate-references.tsx";
import { gateTabs, type GateTab } from "./gate-search.ts";
import { statusText, statusTone, typeText } from "./gate-words.ts";
import { useReferenceTotal } from "./reference-lists.ts";
import { RulesTable } from "./rules-table.tsx";

const route = getRouteApi("/$company/gates/$id");
const count = new Intl.NumberFormat();
const EditRulePanel = lazy(async () => ({ default: (await import("./edit-rule-panel.tsx")).EditRulePanel }));

const tabLabels: Record<GateTab, string> = {
  overview: "Overview",
  rules: "Rules",
  references: "References",
  history: "History",
};

/** Names of gates as far as they are listed; ids stand for the rest. */
function useGateNames(): NameOf {
  const listed = useQuery(queryAll("listGates", { includeArchived: true }));
  const names = new Map(listed.data?.map(({ id, name }) => [id, name]));
  return (id) => names.get(id);
}

function facts(gate: Gate) {
  const changed = gate.lastModifiedTime ? `, ${formatDate(gate.lastModifiedTime)}` : "";
  return [
    <CopyableId key="id" id={gate.id} />,
    ...(gate.idType
      ? [
          <span key="unit">
            Unit <b>{gate.idType}</b>
          </span>,
        ]
      : []),
    ...(gate.type ? [typeText(gate.type)] : []),
    ...(gate.checksPerHour
      ? [
          <span key="checks" className="figures">
            <b>{count.format(gate.checksPerHour)}</b> checks an hour
          </span>,
        ]
      : []),
    ...(gate.version
      ? [
          <span key="version" className="figures">
            Version <b>{gate.version}</b>
            {changed}
            {gate.lastModifierName ? `, ${gate.lastModifierName}` : ""}
          </span>,
        ]
      : []),
    ...(gate.tags?.length ? [<span key="tags">Tagged {gate.tags.join(", ")}</span>] : []),
  ];
}

function GateTabs({ gate, tab }: { gate: Gate; tab: GateTab }) {
  const references = useReferenceTotal(gate.id);
  const counts: Record<GateTab, number | undefined> = {
    overview: undefined,
    rules: gate.rules.length,
    references,
    history: gate.version ?? undefined,
  };
  return (
    <Tabs label="Parts">
      {gateTabs.map((name) => (
        <Link
          key={name}
          from="/$company/gates/$id"
          to="/$company/gates/$id"
          search={(before) => ({ ...before, tab: name === "overview" ? undefined : name })}
          replace
          className={tabClass}
          activeOptions={{ exact: true }}
          aria-current={name === tab ? "page" : undefined}
        >
          {tabLabels[name]}
          {counts[name] !== undefined && <TabCount>{count.format(counts[name])}</TabCount>}
        </Link>
      ))}
    </Tabs>
  );
}

/** Opening the panel moves the focus into it, closing it gives the focus back; a phone scrolls to it. */
function takeFocus(panel: HTMLDivElement | null) {
  if (!panel) return undefined;
  const before = document.activeElement;
  const isBelow = matchMedia("(max-width: 720px)").matches;
  panel.focus({ preventScroll: !isBelow });
  if (isBelow) panel.scrollIntoView({ block: "start" });
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}

function LoadedGate() {
  const { id } = route.useParams();
  const { tab = "overview", rule: edited } = route.useSearch();
  const navigate = route.useNavigate();
  const gate = useSuspenseQuery(query("readGate", { id })).data.data;
  const nameOf = useGateNames();
  const rule = gate.rules.find((candidate) => baseIDOf(candidate) === edited);
  const edit = (next: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, rule: next }), replace: next === undefined });
  return (
    <div className="flex flex-1 items-stretch max-desk:flex-col">
      <div className={`min-w-0 flex-1 pb-6 ${edited ? "desk:pr-gutter" : ""}`}>
        <PageHead
          title={gate.name}
          state={<Status tone={statusTone(gate.status)}>{statusText(gate.status)}</Status>}
          facts={facts(gate)}
        >
          {gate.description && <p className="mt-1 max-w-3xl text-text-muted">{gate.description}</p>}
        </PageHead>
        <GateTabs gate={gate} tab={tab} />
        {edited && !rule && (
          <div className="mt-4">
            <Notice tone="warning" title="This gate has no such rule">
              No rule has the id “{edited}” any more.
            </Notice>
          </div>
        )}
        {(tab === "overview" || tab === "rules") && (
          <section aria-labelledby="rules">
            <SectionHead id="rules" title="Rules" note="The first rule that fits a user decides." />
            <RulesTable gate={gate} nameOf={nameOf} edited={edited} onEdit={edit} />
          </section>
        )}
        {tab === "overview" && <NeedsThisGate gate={gate} nameOf={nameOf} />}
        {tab === "references" && <GateReferences gate={gate} />}
        {tab === "history" && <GateHistory gate={gate} nameOf={nameOf} />}
      </div>
      {rule && (
        <div ref={takeFocus} tabIndex={-1} className="scroll-mt-bar outline-none desk:-mr-gutter">
          <Suspense fallback={<SkeletonBlock className="h-96 desk:w-98" label="Opening the rule" />}>
            <EditRulePanel
              key={`${gate.id}/${baseIDOf(rule)}`}
              gate={gate}
              rule={rule}
              nameOf={nameOf}
              onClose={() => edit(undefined)}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

export function GatePage() {
  const { id } = route.useParams();
  return (
    <Suspense
      fallback={
        <>
          <SkeletonBlock className="mt-5 h-8 w-72" label="Loading the gate" />
          <div className="h-22" />
          <SkeletonRows rows={6} label="Loading the rules" />
        </>
      }
    >
      <LoadedGate key={id} />
    </Suspense>
  );
}
