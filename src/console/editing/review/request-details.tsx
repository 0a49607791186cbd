// Shows the request that an action sends, so that the user can read it or pass it to an engineer.
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { curlOf } from "#console/foundation/api/curl.ts";
import { CopyButton } from "#console/foundation/ui/copy.tsx";

/** Method and path of an endpoint, as in the table of endpoints. */
export interface RequestRow {
  readonly method: string;
  readonly path: string;
}

interface RequestDetailsProps {
  row: RequestRow;
  subject: { readonly id: string; readonly version?: number | null | undefined };
  body?: object | undefined;
}

export function RequestDetails({ row, subject: { id, version }, body }: RequestDetailsProps) {
  const { method, path: template } = row;
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
