import { useState } from "react";
import type { Problem } from "#contract/api-error.ts";
import { importKinds, type ImportFile, type ImportKind } from "#contract/log-import.ts";
import { Checkbox } from "#console/foundation/forms/checkbox.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { Select } from "#console/foundation/forms/select.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { useEntityOptions } from "#console/rules/fields/suggestions.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";
import type { ImportDraft } from "./import-draft.ts";

interface ColumnsFormProps {
  file: ImportFile;
  draft: ImportDraft;
  onChange: (part: Partial<ImportDraft>) => void;
  problems: readonly Problem[];
}

interface ColumnFieldProps extends ColumnsFormProps {
  label: string;
  part: "unit" | "time" | "name" | "group" | "value";
  /** Name of the column's field in a request. */
  field: string;
  /** Label of the option for no column. */
  none: string;
  help?: string;
}

function ColumnField({ file, draft, onChange, problems, label, part, field, none, help }: ColumnFieldProps) {
  const column = draft[part];
  const options = [{ value: "", label: none }, ...file.columns.map((name) => ({ value: name, label: name }))];
  const choose = (next: string) => {
    // A column has only one meaning; the previously chosen one becomes a kept column.
    const kept = [...draft.kept.filter((name) => name !== next), ...(column ? [column] : [])];
    onChange({ [part]: next, kept });
  };
  return (
    <Select
      label={label}
      id={`import-${field}`}
      value={column}
      options={options}
      onChange={choose}
      help={help}
      error={problems.find(({ property }) => property === field)?.errorMessage}
    />
  );
}

interface InsteadProps extends ColumnsFormProps {
  label: string;
  part: "unitPrefix" | "timeAt" | "eventName";
  placeholder: string;
}

/** A text for all rows, if no column contains it. */
const Instead = ({ draft, onChange, problems, label, part, placeholder }: InsteadProps) => (
  <TextField
    label={label}
    id={`import-${part}`}
    value={draft[part]}
    placeholder={placeholder}
    onChange={(text) => onChange({ [part]: text })}
    error={problems.find(({ property }) => property === part)?.errorMessage}
  />
);

function ExperimentField({ draft, onChange, problems }: ColumnsFormProps) {
  const [typed, setTyped] = useState("");
  const chosen = draft.experimentID ? [draft.experimentID] : [];
  const { options, isError } = useEntityOptions({ kind: "experiment", chosen, typed, isWanted: true });
  return (
    <TokensField
      label="Experiment"
      id="import-experimentID"
      isRequired
      max={1}
      options={options}
      values={chosen}
      onType={setTyped}
      {...(isError ? { help: "The experiments could not be read. An id can be typed." } : {})}
      error={problems.find(({ property }) => property === "experimentID")?.errorMessage}
      onChange={([experimentID = ""]) => onChange({ experimentID })}
    />
  );
}

const kinds = importKinds.map((value) => ({ value, label: capitalise(value) }));

/** The form that assigns columns to fields. Errors of the service are shown at the field concerned. */
export function ColumnsForm(props: ColumnsFormProps) {
  const { file, draft, onChange } = props;
  const isEvents = draft.kind === "events";
  const taken = new Set([
    draft.unit,
    draft.time,
    ...(isEvents ? [draft.name, draft.value, ...Object.values(draft.ids)] : [draft.group]),
  ]);
  const free = file.columns.filter((column) => !taken.has(column));
  return (
    <div className="grid max-w-160 gap-4">
      <Segment<ImportKind>
        label="The rows are"
        value={draft.kind}
        options={kinds}
        onChange={(kind) => onChange({ kind })}
      />
      {isEvents ? null : <ExperimentField {...props} />}
      <div className="grid items-start gap-4 tablet:grid-cols-2">
        <ColumnField
          {...props}
          label="User"
          part="unit"
          field="unitColumn"
          none="No column: number the rows"
        />
        {draft.unit ? (
          <span className="max-tablet:hidden" />
        ) : (
          <Instead {...props} label="Begin of the user ids" part="unitPrefix" placeholder="row-" />
        )}
        <ColumnField
          {...props}
          label="Time"
          part="time"
          field="timeColumn"
          none="No column: one time for all"
        />
        {draft.time ? (
          <span className="max-tablet:hidden" />
        ) : (
          <Instead {...props} label="Time of all rows, in UTC" part="timeAt" placeholder="2026-03-20 08:00" />
        )}
        {isEvents ? (
          <>
            <ColumnField
              {...props}
              label="Event name"
              part="name"
              field="nameColumn"
              none="No column: one name for all"
            />
            {draft.name ? (
              <span className="max-tablet:hidden" />
            ) : (
              <Instead {...props} label="Name of all events" part="eventName" placeholder="purchase" />
            )}
            <ColumnField {...props} label="Value" part="value" field="valueColumn" none="No value" />
          </>
        ) : (
          <ColumnField
            {...props}
            label="Group"
            part="group"
            field="groupColumn"
            none="Choose a column"
            help="Names or ids of the experiment's groups."
          />
        )}
      </div>
      {isEvents
        ? Object.entries(file.guess.ids).map(([type, column]) => (
            <Checkbox
              key={type}
              label={`${column} holds a further id of the user: ${type}`}
              checked={draft.ids[type] === column}
              onChange={(isChecked) => {
                const { [type]: _, ...others } = draft.ids;
                const kept = draft.kept.filter((name) => name !== column);
                onChange(
                  isChecked
                    ? { ids: { ...others, [type]: column }, kept }
                    : { ids: others, kept: [...kept, column] },
                );
              }}
            />
          ))
        : null}
      <TokensField
        label={isEvents ? "Kept beside each event" : "Kept as properties, to slice results by"}
        id="import-kept"
        values={draft.kept.filter((column) => !taken.has(column))}
        options={free
          .filter((column) => !draft.kept.includes(column))
          .map((column) => ({ value: column, label: column }))}
        onChange={(kept) => onChange({ kept: kept.filter((column) => free.includes(column)) })}
        help="Leave out what you do not need, personal data above all."
      />
    </div>
  );
}
