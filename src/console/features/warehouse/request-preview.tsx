// A preview of the request, with every new secret masked, and the same changes in sentences.
import type { ReactNode } from "react";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { apiKeyHeader } from "#console/foundation/api/connection.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { requestOf } from "./limit-fields.ts";
import { SettingSentences } from "./setting-sentences.tsx";
import type { SettingChange } from "./warehouse-draft.ts";

interface RequestPreviewProps {
  provider: WarehouseProvider;
  /** Number of all settings of the provider, changed or not. */
  settings: number;
  changes: readonly SettingChange[];
  children: ReactNode;
}

export function RequestPreview({ provider, settings, changes, children }: RequestPreviewProps) {
  const body = JSON.stringify(requestOf(provider, changes, "shown"), null, 2);
  const curl = async () =>
    `curl -X PATCH '${location.origin}/console/v1/wh_connections' \\\n  -H '${await apiKeyHeader()}: <API_KEY>' \\\n  -H 'Content-Type: application/json' \\\n  --data '${body.replaceAll("'", `'\\''`)}'`;
  return (
    <aside aria-label="What will be sent" className="border-t border-border pb-6">
      <h2 className="flex h-12 items-center font-strong">What will be sent</h2>
      {changes.length === 0 ? (
        <p className="text-text-muted">Nothing is changed yet. Everything keeps what is stored.</p>
      ) : (
        <>
          <p className="figures mb-3 text-text-muted">
            {changes.length} of {settings} settings change. The others keep what is stored.
          </p>
          <CodeBlock label="Request body">{body}</CodeBlock>
          <div className="-ml-2 py-2">
            <CopyButton text={curl} label="Copy as cURL, key hidden" />
          </div>
          <h2 className="flex h-12 items-center border-t border-border font-strong">In words</h2>
          <SettingSentences changes={changes} />
        </>
      )}
      {children}
    </aside>
  );
}
