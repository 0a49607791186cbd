// Maps the property of a problem to the label of its form field. Pure.
import type { MetricDraft } from "./metric-draft.ts";

const labels: Readonly<Record<string, string>> = {
  name: "Name",
  description: "Description",
  type: "Kind",
  metricEvents: "Events",
  funnelEventList: "Steps",
  winsorization: "Percentile",
  unitTypes: "Units",
  tags: "Tags",
  owner: "Owner",
  warehouseNative: "Metric source",
};

export function labelOfProblem(property: string, { type, events }: MetricDraft): string {
  const [field = "", index, part, filter] = property.split(".");
  const label = labels[field] ?? field;
  if (index === undefined || !/^(metricEvents|funnelEventList)$/.test(field)) return label;
  const number = Number(index) + 1;
  const event =
    type === "ratio"
      ? ["Numerator", "Denominator"][number - 1]
      : type === "funnel"
        ? `Step ${number}`
        : events.length > 1
          ? `Event ${number}`
          : "Event";
  return part === "criteria" && filter !== undefined
    ? `${event}, filter ${Number(filter) + 1}`
    : (event ?? label);
}
