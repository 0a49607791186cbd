// The form of a source: a table or SQL, the roles of its columns, and the preview beside them.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EntityPropertySource } from "#contract/entity-property.ts";
import type { SourceKind, WarehouseSource } from "#contract/warehouse-source.ts";
import { EntityForm, type FormKind, type FormPart } from "#console/editing/form/entity-form.tsx";
import { formFieldID, problemAt } from "#console/editing/form/form-kind.ts";
import type { FormPlace } from "#console/editing/form/form-page.tsx";
import { query } from "#console/foundation/api/query.ts";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { ColumnField, Pairs } from "./column-fields.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { Reads } from "./reads-field.tsx";
import { emptySource, previewRequest, type SourceDraft, whyNoPreview, withDetected } from "./source-draft.ts";
import { type SourcePreviewState, useSourcePreview } from "./use-source-preview.ts";

type Source = WarehouseSource | EntityPropertySource;

/** The fields of a source; they offer the columns that the preview beside them has found. */
function Fields({
  part,
  kind,
  looked,
  stored,
}: {
  part: FormPart<SourceDraft>;
  kind: SourceKind;
  looked: SourcePreviewState;
  stored: Source | undefined;
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
            stored ? "It stays, since others refer to it." : "Others refer to it by this name, which stays."
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
          note={
            columns.length === 0
              ? "Preview finds them, and offers them here."
              : kind === "entity_property"
                ? "All others are properties, by which results can be broken down."
                : ""
          }
        />
        <div className="grid gap-x-6 gap-y-4 tablet:grid-cols-2">
          <ColumnField
            {...shared}
            label="Time"
            name="timestampColumn"
            isRequired={kind !== "entity_property"}
            help={
              kind === "entity_property"
                ? "Since when a row holds. Without it a row says what its unit is at all times."
                : undefined
            }
          />
          {kind === "entity_property" ? null : (
            <ColumnField
              {...shared}
              label="Partition by day"
              name="datePartitionColumn"
              help="Of a table that is divided by day, so that other days are not read."
            />
          )}
          {kind === "assignment_source" ? (
            <>
              <ColumnField {...shared} label="Experiment" name="experimentIDColumn" isRequired />
              <ColumnField {...shared} label="Group" name="groupIDColumn" isRequired />
            </>
          ) : null}
          {kind === "metric_source" ? (
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
          ) : null}
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

interface SourceFormProps<Stored extends Source> extends FormPlace<Stored> {
  kind: SourceKind;
  form: FormKind<Stored, SourceDraft>;
}

function Parts({
  part,
  kind,
  stored,
}: {
  part: FormPart<SourceDraft>;
  kind: SourceKind;
  stored?: Source | undefined;
}) {
  const request = previewRequest(kind, part.draft);
  const [known] = useState(() => (stored ? request : undefined));
  const looked = useSourcePreview(
    request,
    ({ detected }) => {
      const found = withDetected(part.draft, detected);
      if (Object.keys(found).length > 0) part.change(found);
    },
    known,
  );
  return (
    <div className="grid content-start gap-x-10 desk:grid-cols-[minmax(0,1fr)_392px]">
      <div className="min-w-0">
        <Fields part={part} kind={kind} looked={looked} stored={stored} />
      </div>
      <PreviewPanel kind={kind} looked={looked} whyNot={request ? undefined : whyNoPreview(part.draft)} />
    </div>
  );
}

export function SourceForm<Stored extends Source>({
  kind,
  form,
  stored,
  startsWith,
  ...place
}: SourceFormProps<Stored>) {
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
