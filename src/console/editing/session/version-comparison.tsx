import type { Changes } from "#console/editing/diff-merge/changes.ts";
import { ChangesTable } from "#console/editing/diff-merge/changes-table.tsx";
import { CodeDiff } from "#console/foundation/code-editor/code-diff.tsx";
import { Picker } from "#console/foundation/forms/select.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import type { Editable } from "./entity-adapter.ts";

/** Numbers of two versions to compare, in either order. */
export interface Compared {
  version?: number | undefined;
  /** The current version if absent. */
  against?: number | undefined;
}

interface VersionComparisonProps<One extends Editable> {
  /** All versions, the current one first. */
  versions: readonly One[];
  compared: Compared;
  onCompare: (part: Compared) => void;
  changesOf: (before: One, after: One) => Changes;
  /** A version as one text. */
  textOf: (version: One) => string;
}

/** Compares two versions by field and as text; renders nothing until one is chosen. */
export function VersionComparison<One extends Editable>(props: VersionComparisonProps<One>) {
  const { versions, compared, onCompare, changesOf, textOf } = props;
  const numbered = versions.flatMap((one) =>
    typeof one.version === "number" ? ([[one.version, one]] as const) : [],
  );
  const byNumber = new Map(numbered);
  const older = byNumber.get(compared.version ?? NaN);
  const newer = byNumber.get(compared.against ?? NaN) ?? versions[0];
  if (!older || !newer) return null;
  const title = `Version ${older.version} against version ${newer.version}`;
  const options = numbered.map(([number], index) => ({
    value: String(number),
    label: index === 0 ? `${number}, current` : String(number),
  }));
  return (
    <>
      <SectionHead
        title={title}
        action={
          <span className="flex flex-wrap gap-2">
            <Picker
              label="Version"
              value={String(older.version)}
              options={options}
              onChange={(value) => onCompare({ version: Number(value) })}
            />
            <Picker
              label="Against"
              value={String(newer.version)}
              options={options}
              onChange={(value) => onCompare({ against: Number(value) })}
            />
          </span>
        }
      />
      <ChangesTable
        caption={title}
        audiences={changesOf(older, newer).audiences}
        before={`Version ${older.version}`}
        after={`Version ${newer.version}`}
      />
      <CodeDiff label={`${title}, as text`} before={textOf(older)} after={textOf(newer)} />
    </>
  );
}
