import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { CodeLines } from "#console/foundation/code-editor/code-lines.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import { scriptNames, type ScriptName } from "./grant-script.ts";
import { grantScript } from "./grant-scripts.ts";
import { grantsID } from "./missing-grants.ts";
import type { SourceTables } from "./sources/use-source-tables.ts";

interface GrantsProps {
  provider: WarehouseProvider;
  /** The settings in the form, including unsaved changes, without secrets. */
  settings: Readonly<Record<string, unknown>>;
  seconds: number;
  sources: SourceTables;
  /** 1-based lines of the grant script that the failed step of the connection test needs. */
  missing: readonly number[];
  /** The selected script. */
  name: ScriptName;
  onName: (name: ScriptName) => void;
}

/** The scripts for the admin of the warehouse; renders nothing if permissions are not granted by scripts. */
export function Grants({ provider, settings, seconds, sources, missing, name, onName }: GrantsProps) {
  const { tables, texts, isLoading, failure, retry } = sources;
  const script = grantScript(provider, name, settings, seconds, tables);
  if (script === undefined) return null;
  // Athena's are commands of a shell, whose options would look like comments in SQL.
  const language = provider === "athena" ? "code" : "sql";
  return (
    <section aria-label="Grants" className="border-t border-border pt-4 pb-5">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-15 font-strong">Grants</h2>
        <span className="text-text-muted">For the warehouse admin.</span>
        <Segment
          label="Script"
          value={name}
          onChange={onName}
          options={scriptNames.map((value) => ({ value, label: value }))}
        />
        {isLoading ? null : (
          <span className="ml-auto">
            <CopyButton text={() => Promise.resolve(script)} label="Copy script" />
          </span>
        )}
      </div>
      {failure && retry ? (
        <div className="mb-3">
          <FailureNotice error={failure} title="The sources could not be read" retry={retry}>
            <p>Tables that they read may be missing in the script.</p>
          </FailureNotice>
        </div>
      ) : null}
      {isLoading ? (
        <div className="relative">
          <SkeletonBlock
            className="absolute inset-x-0 h-60 max-h-full"
            label="Loading the tables of the sources"
          />
          {/* Reserves the space that the script takes without tables. */}
          <div aria-hidden inert className="invisible">
            <CodeLines label="" code={script} language={language} />
          </div>
        </div>
      ) : (
        // The key remounts a different script, so that its lines do not count as a layout shift.
        <CodeLines
          key={script}
          label={`${name} script`}
          code={script}
          language={language}
          id={grantsID}
          marked={name === "Grant" ? missing : []}
        />
      )}
      <p className="mt-1 text-12 text-text-muted">
        Filled with what stands in the form{tables.length > 0 ? " and the tables of the sources" : ""}; no
        secret is in it.{" "}
        {texts > 0
          ? `Grant also the tables that the SQL of ${plural(texts, "source")} names: they are not in it.`
          : ""}
      </p>
    </section>
  );
}
