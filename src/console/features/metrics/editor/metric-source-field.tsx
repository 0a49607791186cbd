import { useQuery } from "@tanstack/react-query";
import { query } from "#console/foundation/api/query.ts";
import { Select } from "#console/foundation/forms/select.tsx";
import { fieldID } from "./metric-body.ts";

interface MetricSourceFieldProps {
  value: string;
  error: string | undefined;
  onChange: (source: string) => void;
}

/** Chooses the warehouse source of the events; hidden if there is no warehouse and the metric names no source. */
export function MetricSourceField({ value, error, onChange }: MetricSourceFieldProps) {
  const connection = useQuery(query("readWarehouseConnection", {})).data?.data;
  const sources = useQuery(query("listMetricSources", { limit: 100 })).data?.data ?? [];
  if (!connection?.active && value === "") return null;
  const names = [...new Set([...sources.map(({ name }) => name), ...(value ? [value] : [])])];
  return (
    <Select
      label="Metric source"
      id={fieldID("warehouseNative")}
      value={value}
      options={[
        { value: "", label: "The one that has its events" },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      help="Of the warehouse. Name one where several have the same events."
      error={error}
      onChange={onChange}
    />
  );
}
