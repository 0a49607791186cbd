// How a layer's units are divided among its experiments: a bar and a table.
import { Link, useParams } from "@tanstack/react-router";
import type { Layer, LayerExperiment } from "#contract/layer.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Muted, wrapsOnPhone } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { experimentState, experimentTone } from "#console/foundation/ui/entity-state.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { percentText } from "#console/foundation/ui/wording.ts";

/** Colours of the bar's segments, used in rotation; a gap separates neighbours. */
const tones = ["bg-accent-solid", "bg-neutral-mark", "bg-ok-mark"];

/** Hidden from screen readers, because the table holds the same information. */
export const ShareBar = ({ layer: { experiments = [], freeShare = 100 } }: { layer: Layer }) => (
  <div aria-hidden className="flex h-5 w-full gap-px overflow-hidden rounded-small bg-tint">
    {experiments
      .filter(({ share }) => share > 0)
      .map(({ id, name, share }, index) => (
        <span
          key={id}
          title={`${name}, ${percentText(share)}`}
          style={{ width: `${share}%` }}
          className={`h-full ${tones[index % tones.length]}`}
        />
      ))}
    <span title={`Free, ${percentText(freeShare)}`} className="h-full flex-1" />
  </div>
);

function Name({ experiment: { id, name } }: { experiment: LayerExperiment }) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <Link
      to="/$company/experiments/$id"
      params={{ company, id }}
      state={{ name }}
      className="font-medium hover:underline"
    >
      {name}
    </Link>
  );
}

/** Pseudo status of the row for the share that no experiment takes. */
const free = "free";
type Row = LayerExperiment & { place: number };

const columns: Column<Row>[] = [
  {
    id: "name",
    header: "Experiment",
    cell: (row) => (row.status === free ? <Muted>Free</Muted> : <Name experiment={row} />),
    phone: "first",
    className: wrapsOnPhone,
  },
  {
    id: "state",
    header: "State",
    cell: ({ status }) =>
      status === free ? null : <Status tone={experimentTone(status)}>{experimentState(status)}</Status>,
    width: "180px",
    phone: "second-start",
  },
  {
    id: "share",
    header: "Share of the layer",
    align: "end",
    cell: ({ share, status, place }) => (
      <span className="inline-flex items-center gap-2">
        {share > 0 && status !== free ? (
          <span aria-hidden className={`size-2.5 rounded-[2px] ${tones[place % tones.length]}`} />
        ) : null}
        {share > 0 || status === free ? percentText(share) : <Muted>none</Muted>}
      </span>
    ),
    width: "148px",
    phone: "end",
  },
];

export function LayerShares({ layer }: { layer: Layer }) {
  const { experiments = [], freeShare = 100 } = layer;
  const taking = experiments.filter(({ share }) => share > 0);
  const others = experiments.filter(({ share }) => share === 0);
  const rows: Row[] = [...taking, ...others].map((one, place) => ({ ...one, place }));
  return (
    <section aria-label="Shares">
      <SectionHead title="Shares" note="No user takes part in two experiments of a layer." />
      <ShareBar layer={layer} />
      <div className="pt-3">
        <Table
          caption="Shares of the layer"
          rows={[...rows, { id: "", name: "Free", status: free, share: freeShare, place: 0 }]}
          isSorted
          columns={columns}
          rowKey={({ id }) => id}
        />
      </div>
    </section>
  );
}
