// The form of an assignment or a metric source: a table or SQL, and which column is what.
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import type { SourceColumn, WarehouseSource } from "#contract/warehouse-source.ts";
import { sourceTextProblem } from "#contract/source-text.ts";
import { warehouseProviderNames } from "#contract/warehouse-providers.ts";
import { EntityForm, type FormKind, type FormPart } from "#console/editing/form/entity-form.tsx";
import { formFieldID, problemAt } from "#console/editing/form/form-kind.ts";
import type { FormPlace } from "#console/editing/form/form-page.tsx";
import { query } from "#console/foundation/api/query.ts";
import { SqlEditor } from "#console/foundation/code-editor/sql-editor.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { SuggestField } from "#console/foundation/forms/suggest-field.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { emptySource, previewRequest, type SourceDraft, withDetected } from "./source-draft.ts";
import { type Looked, useSourcePreview } from "./use-source-preview.ts";

type Kind = "assignment_source" | "metric_source";

function useProvider() {
  const { data } = useQuery(query("readWarehouseConnection", {}));
  return warehouseProviderNames.find((name) => name === data?.data.active);
}

function Reads({ draft, change, problems }: FormPart<SourceDraft>) {
  const provider = useProvider();
  const tables = useQuery({
    ...query("listWarehouseTables", { limit: 100 }),
    enabled: provider !== undefined,
    retry: false,
    staleTime: 60_000,
  });
  const typed = draft.sql.trim() === "" ? undefined : sourceTextProblem(draft.sql, provider);
  const wrong = problemAt(problems, "sql");
  return (
    <section aria-label="Rows" className="grid gap-3 border-t border-border pb-5">
      <SectionHead
        title="Rows"
        action={
          <Segment
            label="Read"
            value={draft.reads}
            options={[
              { value: "table", label: "A table" },
              { value: "query", label: "SQL" },
            ]}
            onChange={(reads) => change({ reads })}
          />
        }
      />
      {draft.reads === "table" ? (
        <SuggestField
          label="Table"
          id={formFieldID("tableName")}
          isRequired
          value={draft.tableName}
          error={problemAt(problems, "tableName")}
          suggestions={(tables.data?.data ?? []).map(({ tableName, type }) => ({
            value: tableName,
            note: type === "view" ? "view" : undefined,
          }))}
          help={
            tables.error
              ? tables.error.message
              : "As a statement names it. The list has the tables that the connection may see."
          }
          onChange={(tableName) => change({ tableName })}
        />
      ) : (
        <SqlEditor
          label="SQL"
          id={formFieldID("sql")}
          value={draft.sql}
          problem={typed ?? wrong}
          help="One SELECT that reads alone. Assay puts the dates around it."
          onChange={(sql) => change({ sql })}
        />
      )}
    </section>
  );
}

interface ColumnFieldProps extends FormPart<SourceDraft> {
  columns: readonly SourceColumn[];
  label: string;
  name: keyof SourceDraft & `${string}Column`;
  help?: string;
  isRequired?: boolean;
}

const suggestionsOf = (columns: readonly SourceColumn[]) =>
  columns.map(({ name, type }) => ({ value: name, note: type }));

const ColumnField = ({
  draft,
  change,
  problems,
  columns,
  label,
  name,
  help,
  isRequired,
}: ColumnFieldProps) => (
  <SuggestField
    label={label}
    id={formFieldID(name)}
    isRequired={isRequired}
    value={draft[name]}
    error={problemAt(problems, name)}
    suggestions={suggestionsOf(columns)}
    help={help}
    onChange={(column) => change({ [name]: column })}
  />
);

interface PairsProps extends FormPart<SourceDraft> {
  columns: readonly SourceColumn[];
  title: string;
  note: string;
  part: "units" | "dimensions";
  property: string;
  keyLabel: string;
  keys: readonly string[];
  add: string;
}

function Pairs({ draft, change, problems, columns, part, property, ...words }: PairsProps) {
  const all = draft[part];
  const set = (index: number, next: Partial<(typeof all)[number]>) =>
    change({ [part]: all.map((one, at) => (at === index ? { ...one, ...next } : one)) });
  const whole = problems.find((one) => one.property === property)?.errorMessage;
  return (
    <section aria-label={words.title} className="border-t border-border pb-5">
      <SectionHead title={words.title} note={words.note} />
      <ul className="grid gap-3">
        {all.map((pair, index) => (
          <li key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_32px] items-start gap-2">
            <SuggestField
              label={`${words.keyLabel} ${index + 1}`}
              hideLabel
              placeholder={words.keyLabel}
              value={pair.key}
              suggestions={words.keys.map((value) => ({ value }))}
              onChange={(key) => set(index, { key })}
            />
            <SuggestField
              label={`Column of ${pair.key || `${words.keyLabel.toLowerCase()} ${index + 1}`}`}
              hideLabel
              id={formFieldID(`${property}.${index}.column`)}
              placeholder="Column"
              value={pair.column}
              error={problemAt(problems, `${property}.${index}.column`)}
              suggestions={suggestionsOf(columns)}
              onChange={(column) => set(index, { column })}
            />
            {part === "units" && all.length === 1 ? null : (
              <IconButton
                label={`Remove ${pair.key || `${words.keyLabel.toLowerCase()} ${index + 1}`}`}
                icon={X}
                onClick={() => change({ [part]: all.filter((_, at) => at !== index) })}
              />
            )}
          </li>
        ))}
      </ul>
      {whole ? <p className="pt-1 text-12 text-danger">{whole}</p> : null}
      <div className="-ml-2 pt-1">
        <Button
          id={formFieldID(property)}
          variant="quiet"
          icon={Plus}
          onClick={() => change({ [part]: [...all, { key: "", column: "" }] })}
        >
          {words.add}
        </Button>
      </div>
    </section>
  );
}

/** The place of the preview beside the fields, which share its columns. */
function Fields({
  part,
  kind,
  looked,
  stored,
}: {
  part: FormPart<SourceDraft>;
  kind: Kind;
  looked: Looked;
  stored: WarehouseSource | undefined;
}) {
  const columns = looked.preview?.columns.length ? looked.preview.columns : (stored?.columns ?? []);
  const types = useQuery(query("listUnitIDTypes", {}));
  const shared = { ...part, columns };
  return (
    <>
      <section aria-label="Source" className="grid gap-4 pt-2 pb-5">
        <TextField
          label="Name"
          id={formFieldID("name")}
          isRequired
          isReadOnly={stored !== undefined}
          value={part.draft.name}
          error={problemAt(part.problems, "name")}
          help={
            stored
              ? "It stays: experiments and metrics refer to it."
              : "Experiments and metrics refer to it by this name, which stays."
          }
          onChange={(name) => part.change({ name })}
        />
        <TextField
          label="Description"
          id={formFieldID("description")}
          multiline
          value={part.draft.description}
          error={problemAt(part.problems, "description")}
          onChange={(description) => part.change({ description })}
        />
      </section>
      <Reads {...part} />
      <section aria-label="Columns" className="border-t border-border pb-5">
        <SectionHead
          title="Columns"
          note={columns.length ? "" : "Preview finds them, and offers them here."}
        />
        <div className="grid gap-x-6 gap-y-4 tablet:grid-cols-2">
          <ColumnField {...shared} label="Time" name="timestampColumn" isRequired />
          <ColumnField
            {...shared}
            label="Partition by day"
            name="datePartitionColumn"
            help="Of a table that is divided by day, so that other days are not read."
          />
          {kind === "assignment_source" ? (
            <>
              <ColumnField {...shared} label="Experiment" name="experimentIDColumn" isRequired />
              <ColumnField {...shared} label="Group" name="groupIDColumn" isRequired />
            </>
          ) : (
            <>
              <ColumnField
                {...shared}
                label="Event name"
                name="eventColumn"
                help="Without it each row is the event that the source is named after."
              />
              <ColumnField {...shared} label="Number" name="valueColumn" help="Such as an amount." />
              <ColumnField
                {...shared}
                label="Other fields"
                name="fieldsColumn"
                help="A column of JSON with fields that are no columns."
              />
            </>
          )}
        </div>
      </section>
      <Pairs
        {...shared}
        title="Units"
        note="Which column holds the id of which type of unit."
        part="units"
        property="idTypeMapping"
        keyLabel="Type of unit"
        keys={(types.data?.data ?? []).map(({ name }) => name)}
        add="Add a type of unit"
      />
      {kind === "assignment_source" ? (
        <Pairs
          {...shared}
          title="Dimensions"
          note="Columns that results can be broken down by."
          part="dimensions"
          property="dimensionColumns"
          keyLabel="Dimension"
          keys={[]}
          add="Add a dimension"
        />
      ) : null}
    </>
  );
}

interface SourceFormProps<Source extends WarehouseSource & { id: string }> extends FormPlace<Source> {
  kind: Kind;
  form: FormKind<Source, SourceDraft>;
}

function Parts({
  part,
  kind,
  stored,
}: {
  part: FormPart<SourceDraft>;
  kind: Kind;
  stored?: WarehouseSource | undefined;
}) {
  const request = previewRequest(kind, part.draft);
  const looked = useSourcePreview(request, ({ detected }) => {
    const found = withDetected(part.draft, detected);
    if (Object.keys(found).length > 0) part.change(found);
  });
  return (
    <div className="grid content-start gap-x-10 desk:grid-cols-[minmax(0,1fr)_392px]">
      <div className="min-w-0">
        <Fields part={part} kind={kind} looked={looked} stored={stored} />
      </div>
      <PreviewPanel looked={looked} canLook={request !== undefined} />
    </div>
  );
}

export function SourceForm<Source extends WarehouseSource & { id: string }>({
  kind,
  form,
  stored,
  startsWith,
  ...place
}: SourceFormProps<Source>) {
  return (
    <EntityForm
      {...place}
      isWide
      kind={form}
      stored={stored}
      initial={emptySource}
      start={startsWith && form.draftOf(startsWith)}
      effectOf={() => "The next loads read it so; results that are there stay."}
    >
      {(part) => <Parts part={part} kind={kind} stored={stored} />}
    </EntityForm>
  );
}
