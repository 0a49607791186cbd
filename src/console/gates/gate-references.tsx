import { getRouteApi, Link } from "@tanstack/react-router";
import { FlaskConical, SlidersHorizontal, ToggleRight } from "lucide-react";
import type { Gate } from "#contract/gate.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import { Paging } from "#console/table/paging.tsx";
import { Table, type Column } from "#console/table/table.tsx";
import { Button } from "#console/ui/button.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";
import { SkeletonRows } from "#console/ui/skeleton.tsx";
import { Status } from "#console/ui/status.tsx";
import type { GateSearch } from "./gate-search.ts";
import {
  neededGates,
  pageSize,
  useConfigs,
  useExperiments,
  useGates,
  useReferenceTotal,
  type Listing,
  type Reference,
} from "./reference-lists.ts";

const route = getRouteApi("/$company/gates/$id");
const shownInOverview = 10;

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
      ) : total === 0 ? (
        <p className="pb-3 text-text-muted">No {noun} references this gate.</p>
      ) : (
        <>
          <ReferenceTable caption={title} rows={items} emptyText={`No ${noun} on this page.`} />
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
