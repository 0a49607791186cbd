import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FlaskConical, SlidersHorizontal, ToggleRight } from "lucide-react";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Gate } from "#contract/gate.ts";
import { queryPage } from "#console/api/query.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import { Paging } from "#console/table/paging.tsx";
import { Table, type Column } from "#console/table/table.tsx";
import { Button } from "#console/ui/button.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";
import { SkeletonRows } from "#console/ui/skeleton.tsx";
import { Status, type StatusTone } from "#console/ui/status.tsx";
import type { GateSearch } from "./gate-search.ts";
import { statusText, statusTone } from "./gate-words.ts";
import {
  experimentStatusText,
  experimentTone,
  neededGates,
  whereInExperiment,
  whereInRules,
} from "./reference-words.ts";

const route = getRouteApi("/$company/gates/$id");
const shownInOverview = 10;
const pageSize = 20;

/** Something that needs the gate, whatever it is. */
interface Reference {
  readonly section: "gates" | "experiments" | "dynamic_configs";
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly tone: StatusTone;
  readonly where: string;
}

interface Answered<Item> {
  readonly data: readonly Item[];
  readonly pagination?: { readonly totalItems: number } | undefined;
}

interface Listing {
  readonly items: readonly Reference[] | undefined;
  readonly total: number | undefined;
  readonly error: Error | null;
  readonly again: () => void;
}

function listing<Item>(
  result: { data: Answered<Item> | undefined; error: Error | null; refetch: () => Promise<unknown> },
  describe: (item: Item) => Reference,
): Listing {
  const { data, error, refetch } = result;
  return {
    items: data?.data.map(describe),
    total: data && (data.pagination?.totalItems ?? data.data.length),
    error: data ? null : error,
    again: () => void refetch(),
  };
}

const ofGate =
  (gateID: string) =>
  ({ id, name, status, rules }: Gate): Reference => ({
    section: "gates",
    kind: "Gate",
    id,
    name,
    state: statusText(status),
    tone: statusTone(status),
    where: whereInRules(rules, gateID),
  });

const ofExperiment =
  (gateID: string) =>
  (experiment: Experiment): Reference => ({
    section: "experiments",
    kind: "Experiment",
    id: experiment.id,
    name: experiment.name,
    state: experimentStatusText(experiment.status),
    tone: experimentTone(experiment.status),
    where: whereInExperiment(experiment, gateID),
  });

const ofConfig =
  (gateID: string) =>
  ({ id, name, isEnabled, rules }: DynamicConfig): Reference => ({
    section: "dynamic_configs",
    kind: "Dynamic config",
    id,
    name: name ?? id,
    state: isEnabled ? "On" : "Off",
    tone: isEnabled ? "live" : "off",
    where: whereInRules(rules, gateID),
  });

const useExperiments = (id: string, page: number, limit: number) =>
  listing(useQuery(queryPage("listExperimentReferences", { id, page, limit })), ofExperiment(id));
const useGates = (id: string, page: number, limit: number) =>
  listing(useQuery(queryPage("listGateReferences", { id, page, limit })), ofGate(id));
const useConfigs = (id: string, page: number, limit: number) =>
  listing(useQuery(queryPage("listDynamicConfigReferences", { id, page, limit })), ofConfig(id));

/** How many things need the gate; undefined until all three lists have answered. */
export function useReferenceTotal(id: string): number | undefined {
  const totals = [
    useExperiments(id, 1, pageSize).total,
    useGates(id, 1, pageSize).total,
    useConfigs(id, 1, pageSize).total,
  ];
  return totals.reduce<number | undefined>(
    (sum, total) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  );
}

const icons = { gates: ToggleRight, experiments: FlaskConical, dynamic_configs: SlidersHorizontal };

function ReferenceLink({ reference: { section, id, name } }: { reference: Reference }) {
  const { company } = route.useParams();
  const Icon = icons[section];
  return (
    <span className="flex items-center gap-2">
      <Icon size={16} aria-hidden className="text-text-muted" />
      <Link
        to={`/$company/${section}/$id`}
        params={{ company, id }}
        className="truncate font-medium hover:underline"
      >
        {name}
      </Link>
    </span>
  );
}

const columns: Column<Reference>[] = [
  {
    id: "name",
    header: "Needs this gate",
    cell: (reference) => <ReferenceLink reference={reference} />,
    width: "34%",
    phone: "first",
  },
  {
    id: "kind",
    header: "Kind",
    cell: ({ kind }) => <span className="text-text-muted">{kind}</span>,
    width: "132px",
  },
  {
    id: "state",
    header: "State",
    cell: ({ state, tone }) => <Status tone={tone}>{state}</Status>,
    width: "148px",
    phone: "end",
  },
  {
    id: "where",
    header: "Where",
    cell: ({ where }) => (
      <span className="text-text-muted" title={where}>
        {where}
      </span>
    ),
    phone: "second",
  },
];

const ReferenceTable = ({
  caption,
  rows,
  emptyText,
}: {
  caption: string;
  rows: readonly Reference[];
  emptyText: string;
}) => (
  <Table
    caption={caption}
    rows={rows}
    columns={columns}
    rowKey={({ section, id }) => `${section}/${id}`}
    emptyText={emptyText}
  />
);

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const CouldNotRead = ({ listing }: { listing: Listing }) => (
  <Notice
    tone="danger"
    title="These references could not be read"
    action={
      <Button size="small" onClick={listing.again}>
        Retry
      </Button>
    }
  >
    {listing.error?.message}
  </Notice>
);

/** What the gate needs and the first of what needs it, in one table. */
export function NeedsThisGate({ gate, nameOf }: { gate: Gate; nameOf: NameOf }) {
  const { company } = route.useParams();
  const lists = [
    useExperiments(gate.id, 1, pageSize),
    useGates(gate.id, 1, pageSize),
    useConfigs(gate.id, 1, pageSize),
  ];
  const total = useReferenceTotal(gate.id);
  const found = lists.flatMap(({ items }) => items ?? []);
  const running = found.filter(({ section, tone }) => section === "experiments" && tone === "live").length;
  const needed = neededGates(gate.rules);
  const failed = lists.find(({ error }) => error);
  const note =
    total !== undefined &&
    `It needs ${plural(needed.length, "gate")}. ${plural(total, "thing")} ${total === 1 ? "needs" : "need"} it${running ? `, ${running} of them ${running === 1 ? "is a running experiment" : "are running experiments"}` : ""}.`;
  return (
    <section aria-labelledby="references">
      <SectionHead id="references" title="References" note={note} />
      {needed.length > 0 && (
        <p className="flex flex-wrap gap-x-3 pb-3">
          <span className="text-text-muted">Needs</span>
          {needed.map((id) => (
            <Link key={id} to="/$company/gates/$id" params={{ company, id }} className="link font-medium">
              {nameOf(id) ?? id}
            </Link>
          ))}
        </p>
      )}
      {failed ? (
        <CouldNotRead listing={failed} />
      ) : total === undefined ? (
        <SkeletonRows rows={3} label="Loading the references" />
      ) : (
        total > 0 && (
          <ReferenceTable
            caption={`What needs ${gate.name}`}
            rows={found.slice(0, shownInOverview)}
            emptyText="Nothing needs this gate."
          />
        )
      )}
      {total !== undefined && total > shownInOverview && (
        <p className="pt-3">
          <Link
            from="/$company/gates/$id"
            to="/$company/gates/$id"
            search={(before) => ({ ...before, tab: "references" as const })}
            className="link font-medium"
          >
            All {total} references
          </Link>
        </p>
      )}
    </section>
  );
}

interface PartProps {
  title: string;
  noun: string;
  listing: Listing;
  page: number;
  limit: number;
  onSearch: (part: GateSearch) => void;
  pageField: "gatePage" | "experimentPage" | "configPage";
}

function Part({ title, noun, listing, page, limit, onSearch, pageField }: PartProps) {
  const { items, total, error } = listing;
  return (
    <section aria-label={title}>
      <SectionHead title={title} note={total !== undefined && total > 0 && plural(total, noun)} />
      {error ? (
        <CouldNotRead listing={listing} />
      ) : items === undefined || total === undefined ? (
        <SkeletonRows rows={3} label={`Loading ${title.toLowerCase()}`} />
      ) : (
        <>
          <ReferenceTable caption={title} rows={items} emptyText={`No ${noun} references this gate.`} />
          {total > 10 && (
            <Paging
              total={total}
              page={page}
              limit={limit}
              onPage={(next) => onSearch({ [pageField]: next })}
              onLimit={(next) =>
                onSearch({
                  limit: next,
                  gatePage: undefined,
                  experimentPage: undefined,
                  configPage: undefined,
                })
              }
            />
          )}
        </>
      )}
    </section>
  );
}

/** Everything that references the gate, in pages; each a link. */
export function GateReferences({ gate: { id } }: { gate: Gate }) {
  const { experimentPage = 1, gatePage = 1, configPage = 1, limit = pageSize } = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = (part: GateSearch) => void navigate({ search: (before) => ({ ...before, ...part }) });
  const shared = { limit, onSearch };
  const experiments = useExperiments(id, experimentPage, limit);
  const gates = useGates(id, gatePage, limit);
  const configs = useConfigs(id, configPage, limit);
  return (
    <>
      <Part
        {...shared}
        title="Experiments"
        noun="experiment"
        listing={experiments}
        page={experimentPage}
        pageField="experimentPage"
      />
      <Part {...shared} title="Gates" noun="gate" listing={gates} page={gatePage} pageField="gatePage" />
      <Part
        {...shared}
        title="Dynamic configs"
        noun="dynamic config"
        listing={configs}
        page={configPage}
        pageField="configPage"
      />
    </>
  );
}
