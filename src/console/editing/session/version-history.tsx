import { CodeDiff } from "#console/foundation/code-editor/code-diff.tsx";
import { countChanges, type Changes } from "#console/editing/diff-merge/changes.ts";
import { ChangesTable } from "#console/editing/diff-merge/changes-table.tsx";
import { Picker } from "#console/foundation/forms/select.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import type { Editable } from "./edited-kind.ts";

/** Two versions side by side: which one is newer does not matter. */
export interface Comparison {
  version?: number | undefined;
  against?: number | undefined;
}

export interface HistoryView<One> {
  comparison: Comparison;
  onCompare: (comparison: Comparison) => void;
  onRestore: (version: One) => void;
  /** Why nothing can be restored now. */
  refusal: string | undefined;
}

interface VersionHistoryProps<One extends Editable> extends HistoryView<One> {
  /** The current one first. */
  versions: readonly One[];
  changesOf: (before: One, after: One) => Changes;
  /** A version as one text. */
  textOf: (version: One) => string;
}

/** "Rule 2, North: passes 5 % became 12.5 %", and how many more there are. */
function summaryOf(changes: Changes | undefined): string {
  if (!changes) return "The first version on record here.";
  const [first] = changes.audiences;
  const [change] = first?.changes ?? [];
  if (!first || !change) return "Nothing that is shown here changed.";
  const more = countChanges(changes) - 1;
  const place = first.place || first.who;
  const what = [place, change.what.toLowerCase()].filter(Boolean).join(": ");
  const isComingOrGoing = change.what === "Rule";
  const said = isComingOrGoing
    ? `${place} ${change.after}`
    : `${what} ${change.before} became ${change.after}`;
  return `${said}${more > 0 ? `, and ${more} more` : ""}`;
}

/** Versions with who, when, what and why; any two compared, any one restored through a review. */
export function VersionHistory<One extends Editable>({
  versions,
  changesOf,
  textOf,
  comparison,
  onCompare,
  onRestore,
  refusal,
}: VersionHistoryProps<One>) {
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
        {versions.map((one, index) => {
          const previous = versions[index + 1];
          return (
            <li
              key={one.version ?? index}
              className="grid grid-cols-[96px_minmax(0,1fr)_auto] gap-x-3 border-b border-border py-2.5 max-tablet:grid-cols-1"
            >
              <p className="figures font-medium">Version {one.version}</p>
              <div className="min-w-0">
                <p className="text-text-muted">
                  {one.lastModifierName ?? "Unknown"}
                  {one.lastModifiedTime ? (
                    <>
                      {", "}
                      <Time value={one.lastModifiedTime} relative />
                    </>
                  ) : null}
                </p>
                <p className="mt-1 break-words">{summaryOf(previous && changesOf(previous, one))}</p>
                {one.lastModifiedReason ? (
                  <p className="mt-1 break-words text-text-muted">Why: {one.lastModifiedReason}</p>
                ) : null}
              </div>
              <div className="flex items-start gap-1 max-tablet:-ml-2 tablet:-mr-2">
                {index === 0 ? (
                  <span className="px-2 text-text-muted">Current</span>
                ) : (
                  <>
                    <Button
                      size="small"
                      variant="quiet"
                      aria-pressed={one.version === comparison.version}
                      onClick={() =>
                        onCompare(
                          one.version === comparison.version ? {} : { version: one.version ?? undefined },
                        )
                      }
                    >
                      Compare
                    </Button>
                    <Button
                      size="small"
                      variant="quiet"
                      disabledReason={refusal}
                      onClick={() => onRestore(one)}
                    >
                      Restore
                    </Button>
                  </>
                )}
              </div>
            </li>
          );
        })}
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
            changes={{ ...changesOf(older, newer), unchanged: [] }}
            before={`Version ${older.version}`}
            after={`Version ${newer.version}`}
          />
          <CodeDiff
            label={`Version ${older.version} against version ${newer.version}, as text`}
            before={textOf(older)}
            after={textOf(newer)}
            height={420}
          />
        </>
      ) : null}
    </section>
  );
}
