import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import type { Layer, LayerParameter } from "#contract/layer.ts";
import { DeleteDialog } from "#console/editing/form/delete-dialog.tsx";
import { EntityView } from "#console/editing/form/entity-view.tsx";
import { changesIn } from "#console/editing/form/form-kind.ts";
import { EditPage, NewPage } from "#console/editing/form/form-page.tsx";
import { isFirstFailure, query } from "#console/foundation/api/query.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Table } from "#console/foundation/table/table.tsx";
import { LoadingHead } from "#console/foundation/ui/loading-head.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { andList, percentText, plural } from "#console/foundation/ui/wording.ts";
import { layerKind, typedOf } from "./layer-draft.ts";
import { LayerForm } from "./layer-form.tsx";
import { LayerShares } from "./layer-shares.tsx";

const columns: Column<LayerParameter>[] = [
  {
    id: "name",
    header: "Parameter",
    cell: ({ name }) => <span className="font-mono text-12">{name}</span>,
    phone: "first",
  },
  { id: "type", header: "Type", cell: ({ type }) => type, width: "120px", phone: "end" },
  {
    id: "default",
    header: "For everyone whom no experiment decides",
    cell: ({ type, defaultValue }) => (
      <span className="font-mono text-12" title={typedOf(type, defaultValue)}>
        {typedOf(type, defaultValue) || "empty text"}
      </span>
    ),
    phone: "second",
  },
];

function LayerDelete({ layer, onClose }: { layer: Layer; onClose: () => void }) {
  const names = (layer.experiments ?? []).map(({ name }) => name);
  return (
    <DeleteDialog
      resource="Layer"
      section="layers"
      entity={layer}
      onClose={onClose}
      description={
        names.length > 0
          ? `${plural(names.length, "experiment")} stand on it: ${andList(names)}. Delete them first, or plan them outside of the layer.`
          : "Apps that ask for the layer get their own defaults from then on."
      }
      refusal={names.length > 0 ? "Experiments stand on it." : undefined}
    />
  );
}

const changesOf = (before: Layer, after: Layer) =>
  changesIn(layerKind.fields, layerKind.draftOf(before), layerKind.draftOf(after));

function LayerView({ layer }: { layer: Layer }) {
  const { experiments = [], freeShare = 100, parameters } = layer;
  const taking = experiments.filter(({ share }) => share > 0).length;
  return (
    <EntityView
      entity={layer}
      resource="Layer"
      noun="layer"
      section="layers"
      facts={[
        <span key="free">
          <b>{percentText(freeShare)}</b> free
        </span>,
        `${plural(taking, "experiment")} under way`,
        <span key="unit">
          Divides by <b>{layer.idType ?? "userID"}</b>
        </span>,
      ]}
      changesOf={changesOf}
      deleteDialog={(close) => <LayerDelete layer={layer} onClose={close} />}
    >
      <LayerShares layer={layer} />
      <section aria-label="Parameters" className="pt-4 pb-6">
        <SectionHead title="Parameters" note={plural(parameters.length, "parameter")} />
        <Table
          caption="Parameters"
          rows={parameters}
          isSorted
          columns={columns}
          rowKey={({ name }) => name}
          emptyText="There are no parameters yet: experiments of the layer have nothing to decide."
        />
      </section>
    </EntityView>
  );
}

function StoredLayer({ id }: { id: string }) {
  const { edit = false } = useSearch({ strict: false });
  const { data } = useQuery({
    ...query("readLayer", { id }),
    throwOnError: isFirstFailure,
  });
  if (!data) return <LoadingHead label="Loading the layer" />;
  return edit ? (
    <EditPage
      entity={data.data}
      resource="Layer"
      section="layers"
      form={(place) => <LayerForm key={place.slot} {...place} />}
    />
  ) : (
    <LayerView layer={data.data} />
  );
}

export function LayerPage() {
  const { id = "" } = useParams({ strict: false });
  return id === "new" ? (
    <NewPage
      section="layers"
      noun="layer"
      facts={["Experiments of one layer share its parameters and never have a user in common."]}
      form={(place) => <LayerForm key={place.slot} {...place} />}
    />
  ) : (
    <StoredLayer key={id} id={id} />
  );
}
