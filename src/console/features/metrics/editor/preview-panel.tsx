import type { Problem } from "#contract/api-error.ts";
import { sentenceOfDraft } from "./merge-metrics.ts";
import type { MetricDraft } from "./metric-draft.ts";

export const PreviewPanel = ({ draft }: { draft: MetricDraft; problems: readonly Problem[] }) => (
  <aside aria-label="Preview">{sentenceOfDraft(draft)}</aside>
);
