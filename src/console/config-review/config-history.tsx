import { useSuspenseQuery } from "@tanstack/react-query";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { query } from "#console/api/query.ts";
import { CodeDiff } from "#console/code/code-diff.tsx";
import { configChanges, countChanges } from "#console/config-draft/config-changes.ts";
import { configText } from "#console/config-draft/config-text.ts";
import { Picker } from "#console/forms/select.tsx";
import type { NameOf } from "#console/rules/condition-words.ts";
import { Button } from "#console/ui/button.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";
import { Time } from "#console/ui/time.tsx";
import { ChangesTable } from "./changes-table.tsx";

/** Two versions side by side: which one is newer does not matter. */
export interface Comparison {
  version?: number | undefined;
  against?: number | undefined;
}

interface ConfigHistoryProps {
  id: string;
  nameOf: NameOf;
  comparison: Comparison;
  onCompare: (comparison: Comparison) => void;
  onRestore: (version: DynamicConfig) => void;
  /** Why nothing can be restored now. */
  refusal: string | undefined;
}

/** "Rule 2, North: passes 5 % became 12.5 %", and how many more there are. */
function summary(before: DynamicConfig | undefined, after: DynamicConfig, nameOf: NameOf): string {
  if (!before) return "The first version on record here.";
  const changes = configChanges(before, after, nameOf);
  const [first] = changes.audiences;
  const [change] = first?.changes ?? [];
  if (!first || !change) return "Nothing that is shown here changed.";
  const more = countChanges(changes) - 1;
  const where = [first.place || first.who, change.what.toLowerCase()].filter(Boolean).join(": ");
  return `${where} ${change.before} became ${change.after}${more > 0 ? `, and ${more} more` : ""}`;
}

/** The newest hundred versions: who, when, what; any two compared, any one restored through a review. */
export function ConfigHistory({ id, nameOf, comparison, onCompare, onRestore, refusal }: ConfigHistoryProps) {
  const { data: versions } = useSuspenseQuery(query("listDynamicConfigVersions", { id })).data;
  const find = (number: number | undefined) => versions.find(({ version }) => version === number);
  const newer = find(comparison.against) ?? versions[0];
  const older = find(comparison.version);
  const numbers = versions.flatMap(({ version }) => (typeof version === "number" ? [String(version)] : []));
  const options = numbers.map((value, index) => ({
    value,
    label: index === 0 ? `${value}, current` : value,
  }));
  return (
    <section aria-label="History">
      <SectionHead title="History" note="Every save is kept as a version, the current one first." />
      <ol className="border-t border-border">
        {versions.map((config, index) => (
          <li
            key={config.version ?? index}
            className="grid grid-cols-[96px_minmax(0,1fr)_auto] gap-x-3 border-b border-border py-2.5 max-tablet:grid-cols-1"
          >
            <p className="figures font-medium">Version {config.version}</p>
            <div className="min-w-0">
              <p className="text-text-muted">
                {config.lastModifierName ?? "Unknown"}
                {config.lastModifiedTime ? (
                  <>
                    {", "}
                    <Time value={config.lastModifiedTime} relative />
                  </>
                ) : null}
              </p>
              <p className="mt-1 break-words">{summary(versions[index + 1], config, nameOf)}</p>
            </div>
            <div className="flex items-start gap-1 max-tablet:-ml-2 tablet:-mr-2">
              {index === 0 ? (
                <span className="px-2 text-text-muted">Current</span>
              ) : (
                <>
                  <Button
                    size="small"
                    variant="quiet"
                    aria-pressed={config.version === comparison.version}
                    onClick={() =>
                      onCompare(
                        config.version === comparison.version ? {} : { version: config.version ?? undefined },
                      )
                    }
                  >
                    Compare
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    disabledReason={refusal}
                    onClick={() => onRestore(config)}
                  >
                    Restore
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
      {older && newer ? (
        <>
          <SectionHead
            title={`Version ${older.version} against version ${newer.version}`}
            action={
              <span className="flex flex-wrap gap-2">
                <Picker
                  label="Version"
                  value={String(older.version)}
                  options={options}
                  onChange={(value) => onCompare({ ...comparison, version: Number(value) })}
                />
                <Picker
                  label="Against"
                  value={String(newer.version)}
                  options={options}
                  onChange={(value) => onCompare({ ...comparison, against: Number(value) })}
                />
              </span>
            }
          />
          <ChangesTable
            caption={`Version ${older.version} against version ${newer.version}`}
            changes={{ ...configChanges(older, newer, nameOf), unchanged: [] }}
            before={`Version ${older.version}`}
            after={`Version ${newer.version}`}
          />
          <CodeDiff
            label={`Version ${older.version} against version ${newer.version}, as text`}
            before={configText(older)}
            after={configText(newer)}
            height={420}
          />
        </>
      ) : null}
    </section>
  );
}
