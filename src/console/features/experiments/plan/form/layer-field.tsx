import { useQuery } from "@tanstack/react-query";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import { query } from "#console/foundation/api/query.ts";
import { Select } from "#console/foundation/forms/select.tsx";
import { percentText } from "#console/foundation/ui/wording.ts";
import type { PlanForm } from "./plan-form-state.ts";

const useLayers = () => useQuery(query("listLayers", { limit: 100 })).data?.data ?? [];

/** Chooses the layer of the experiment; experiments of one layer never share users. */
export function LayerField({ form: { draft, change, errorOf, lockOf } }: { form: PlanForm }) {
  const layers = useLayers();
  return (
    <Select
      id={planFieldID("layerID")}
      label="Layer"
      hideLabel
      isReadOnly={Boolean(lockOf("layerID"))}
      value={draft.layerID}
      options={[
        { value: "", label: "In no layer" },
        ...layers.map(({ id, name }) => ({ value: id, label: `Layer ${name}` })),
      ]}
      error={errorOf("layerID")}
      onChange={(layerID) => change({ layerID })}
    />
  );
}

/** How much of the chosen layer is free, and which started experiments take the rest. */
export function FreeShare({ layerID }: { layerID: string }) {
  const layer = useLayers().find(({ id }) => id === layerID);
  if (layer?.freeShare === undefined) return null;
  const others = (layer.experiments ?? []).filter(({ share }) => share > 0).map(({ name }) => name);
  const taken = others.length > 0 ? `, the rest is taken by ${others.join(", ")}` : "";
  return <>{`${percentText(layer.freeShare)} of the layer is free${taken}`}</>;
}
