// The request that an action sends, to read or to hand to an engineer.
import type { Experiment } from "#contract/experiment.ts";
import { experimentEndpoints } from "#contract/experiment-endpoints.ts";
import type { ExperimentAction } from "#contract/experiment-states.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { curlOf } from "#console/foundation/api/curl.ts";
import { CopyButton } from "#console/foundation/ui/copy.tsx";

const rows = {
  start: experimentEndpoints.startExperiment,
  decide: experimentEndpoints.decideExperiment,
  abandon: experimentEndpoints.abandonExperiment,
  reset: experimentEndpoints.resetExperiment,
  archive: experimentEndpoints.archiveExperiment,
  unarchive: experimentEndpoints.unarchiveExperiment,
  delete: experimentEndpoints.deleteExperiment,
} satisfies Record<ExperimentAction, unknown>;

interface RequestDetailsProps {
  action: ExperimentAction;
  experiment: Experiment;
  body?: object | undefined;
}

export function RequestDetails({ action, experiment: { id, version }, body }: RequestDetailsProps) {
  const { method, path: template } = rows[action];
  const path = template.replace("{id}", encodeURIComponent(id));
  const headers: Record<string, string> = {
    ...(body && { "Content-Type": "application/json" }),
    ...(version && { "If-Match": `"${version}"` }),
  };
  const request = {
    method,
    url: `${location.origin}${path}`,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  };
  const lines = [
    `${method} ${path}`,
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    ...(body ? ["", JSON.stringify(body, undefined, 2)] : []),
  ];
  return (
    <details>
      <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center">
        What is sent
      </summary>
      <div className="pt-1">
        <CodeBlock label="What is sent">{lines.join("\n")}</CodeBlock>
      </div>
      <div className="-ml-2 pt-1">
        <CopyButton text={() => curlOf(request)} label="Copy as cURL, key hidden" />
      </div>
    </details>
  );
}
