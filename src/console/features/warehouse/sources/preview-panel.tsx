// The preview of a source beside its form: the results of checks, figures of the last week, and sample rows.
import { Check, TriangleAlert, X } from "lucide-react";
import type { SourceCheck, SourcePreview } from "#contract/source-preview.ts";
import type { SourceKind } from "#contract/warehouse-source.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { bytesText } from "#console/foundation/ui/byte-format.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { formatFull, relativeTime } from "#console/foundation/ui/time-format.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import type { SourcePreviewState } from "./use-source-preview.ts";

const marks: Readonly<Record<string, readonly [typeof Check, string]>> = {
  passed: [Check, "text-ok"],
  warned: [TriangleAlert, "text-warning"],
  failed: [X, "text-danger"],
};

function CheckLine({ check: { state, sentence, advice } }: { check: SourceCheck }) {
  const [Mark, colour] = marks[state] ?? [Check, "text-text-muted"];
  const isTrouble = state !== "passed";
  return (
    <li className={`grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 ${isTrouble ? "py-1.5" : "py-0.5"}`}>
      <Mark size={16} aria-hidden className={`mt-0.5 ${colour}`} />
      <p className={`wrap-anywhere ${isTrouble ? "font-medium" : "text-text-muted"}`}>
        {isTrouble ? <span className="sr-only">{state}: </span> : null}
        {sentence}
      </p>
      {advice ? <p className="col-start-2 wrap-anywhere text-12 text-text-muted">{advice}</p> : null}
    </li>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="contents">
    <dt className="text-text-muted">{name}</dt>
    <dd className="figures text-right">{children}</dd>
  </div>
);

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;

function Week({ preview, isWhole }: { preview: SourcePreview; isWhole: boolean }) {
  const { rowCount, estimatedBytes } = preview;
  if (typeof rowCount !== "number" && typeof estimatedBytes !== "number") return null;
  return (
    <dl
      aria-label={isWhole ? "All rows" : "The last seven days"}
      className="grid grid-cols-[minmax(0,1fr)_max-content] gap-x-3 gap-y-1 border-t border-border py-3"
    >
      <Fact name={isWhole ? "A load reads" : "A load reads of a week"}>
        {typeof estimatedBytes === "number" ? (
          `about ${bytesText(estimatedBytes)}`
        ) : (
          <span title="This engine does not say beforehand how much a statement would read">unknown</span>
        )}
      </Fact>
      {typeof rowCount === "number" ? <Sums preview={preview} isWhole={isWhole} /> : null}
    </dl>
  );
}

function Sums({ preview, isWhole }: { preview: SourcePreview; isWhole: boolean }) {
  const { rowCount, units, newestTime, nullUnitShare, futureShare } = preview;
  return (
    <>
      <Fact name="Rows">{formatCount(rowCount ?? 0)}</Fact>
      <Fact name="Units">{formatCount(units ?? 0)}</Fact>
      {newestTime || !isWhole ? (
        <Fact name="Newest row">
          {newestTime ? <span title={formatFull(newestTime)}>{relativeTime(newestTime)}</span> : "none"}
        </Fact>
      ) : null}
      <Fact name="Without a unit">{percent(nullUnitShare ?? 0)}</Fact>
      {newestTime ? <Fact name="In the future">{percent(futureShare ?? 0)}</Fact> : null}
    </>
  );
}

const Seen = ({ title, rows }: { title: string; rows: readonly (readonly [string, number])[] }) =>
  rows.length > 0 ? (
    <section aria-label={title} className="border-t border-border py-3">
      <h3 className="mb-1 text-12 font-medium text-text-muted">{title}</h3>
      <ul className="grid gap-1">
        {rows.slice(0, 8).map(([name, count]) => (
          <li key={name} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate font-mono text-12" title={name}>
              {name || "empty"}
            </span>
            <span className="figures">{formatCount(count)}</span>
          </li>
        ))}
        {rows.length > 8 ? <li className="text-text-muted">and {rows.length - 8} more</li> : null}
      </ul>
    </section>
  ) : null;

const text = (value: string | number | boolean | null | undefined) =>
  value === null || value === undefined ? "" : String(value);

function Rows({ preview: { columns, rows }, isWhole }: { preview: SourcePreview; isWhole: boolean }) {
  if (columns.length === 0) return null;
  return (
    <section aria-label="Rows of the preview" className="border-t border-border py-3">
      <h3 className="mb-1 text-12 font-medium text-text-muted">
        {rows.length > 0 ? `${plural(rows.length, "row")}${isWhole ? "" : " of seven days"}` : "Columns"}
      </h3>
      <div
        className="overflow-x-auto rounded border border-border"
        tabIndex={0}
        role="region"
        aria-label="Rows, which scroll sideways"
      >
        <table className="w-max min-w-full text-12">
          <thead className="bg-surface-sunken text-left">
            <tr>
              {columns.map(({ name, type }) => (
                <th key={name} scope="col" className="px-2 py-1 font-medium whitespace-nowrap">
                  <span className="font-mono">{name}</span>{" "}
                  <span className="font-regular text-text-muted">{type}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index} className="border-t border-border">
                {columns.map(({ name }) => (
                  <td key={name} className="max-w-52 truncate px-2 py-1 font-mono" title={text(row[name])}>
                    {text(row[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface PreviewPanelProps {
  kind: SourceKind;
  looked: SourcePreviewState;
  /** Why the source cannot be previewed yet. */
  whyNot: string | undefined;
}

export function PreviewPanel({ kind, looked, whyNot }: PreviewPanelProps) {
  // Properties of units are long-lived, so all rows are examined.
  const isWhole = kind === "entity_property";
  const { preview, failure, isLooking, isOld, look } = looked;
  const failed = preview?.checks.filter(({ state }) => state === "failed").length ?? 0;
  return (
    <aside
      aria-label="Preview"
      className="min-w-0 border-border pb-6 max-desk:mt-2 max-desk:border-t desk:border-l desk:pl-6"
    >
      <SectionHead
        title="Preview"
        note={whyNot ?? (isOld ? "From before the last change" : undefined)}
        action={
          <Button
            aria-busy={isLooking}
            className="min-w-32"
            disabledReason={whyNot}
            reasonAt="page"
            onClick={look}
          >
            {preview || failure ? "Preview again" : "Preview"}
          </Button>
        }
      />
      {failure ? (
        <SaveFailure
          error={failure}
          reassurance="The source can be saved nevertheless; it is looked at when a warehouse is in use."
        />
      ) : null}
      {!preview && !failure ? (
        isLooking ? (
          <SkeletonBlock className="h-40" label="Reading the source in the warehouse" />
        ) : (
          <p className="text-text-muted">
            {isWhole
              ? "Reads ten rows and sums all of them up, finds the columns, and says what is odd."
              : "Reads ten rows of the last seven days and sums them up, finds the columns, and says what is odd."}{" "}
            Nothing is stored.
          </p>
        )
      ) : null}
      {preview ? (
        <div>
          <ul aria-label="Checks" className="pb-3">
            {preview.checks.map((check) => (
              <CheckLine key={check.sentence} check={check} />
            ))}
          </ul>
          <Week preview={preview} isWhole={isWhole} />
          <Seen
            title="Experiments and groups"
            rows={(preview.groups ?? []).map(({ experiment, group, units }) => [
              `${experiment} · ${group}`,
              units,
            ])}
          />
          <Seen title="Events" rows={(preview.events ?? []).map(({ name, rows }) => [name, rows])} />
          <Rows preview={preview} isWhole={isWhole} />
          {preview.statements > 0 ? (
            <p className="text-12 text-text-muted">
              {plural(preview.statements, "statement")}, {(preview.ms / 1000).toFixed(1)} s
              {preview.bytes ? `, ${bytesText(preview.bytes)} read` : ""}
            </p>
          ) : null}
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {preview && !isLooking ? `The source was read: ${plural(failed, "problem")}.` : ""}
      </p>
    </aside>
  );
}
