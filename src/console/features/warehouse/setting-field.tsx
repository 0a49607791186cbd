// The field of one setting: a text, a number, a switch, or a secret that can be kept, replaced or cleared.
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { WarehouseField, WarehouseProvider } from "#contract/warehouse-providers.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { Switch } from "#console/foundation/forms/switch.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { uncapitalise } from "#console/foundation/ui/wording.ts";
import { KeyFile, FileDrop } from "./key-file.tsx";
import { hasHelp, SettingHelp } from "./setting-help.tsx";
import { storedText, type FieldEdit, type StoredValues } from "./warehouse-draft.ts";

interface SettingFieldProps {
  id: string;
  provider: WarehouseProvider;
  field: WarehouseField;
  edit: FieldEdit | undefined;
  stored: StoredValues;
  /** Whether the service has a value for this secret; undefined if unknown. */
  isSecretSet: boolean | undefined;
  /** Fingerprint of the stored secret. */
  fingerprint: string | undefined;
  error: string | undefined;
  onEdit: (edit: FieldEdit | undefined) => void;
  /** Called when the user has left the field, or has filled it from a file. */
  onDone: () => void;
}

const helpOf = (provider: WarehouseProvider, field: WarehouseField) =>
  hasHelp({ provider, field }) ? <SettingHelp provider={provider} field={field} /> : undefined;

export function SettingField(props: SettingFieldProps) {
  const { id, provider, field, edit, stored, error, onEdit, onDone } = props;
  if (field.secret) return <SecretField {...props} />;
  const text = edit?.kind === "value" ? edit.text : storedText(stored, field.name);
  if (field.kind === "boolean")
    return (
      <div id={id} tabIndex={-1} className="flex flex-col justify-center py-1.5 tablet:pt-3">
        <Switch
          label={text === "" && !field.isUsuallyOn ? `${field.title} (not set)` : field.title}
          checked={text === "" ? field.isUsuallyOn === true : text === "true"}
          onChange={(checked) => onEdit({ kind: "value", text: String(checked) })}
        />
        {error ? <p className="mt-1 text-12 text-danger">{error}</p> : null}
      </div>
    );
  const fill = (read: string) => {
    onEdit({ kind: "value", text: read.trim() });
    onDone();
  };
  const input = (
    <TextField
      id={id}
      label={field.title}
      help={helpOf(provider, field)}
      error={error}
      multiline={field.multiline ?? false}
      {...(field.unit && { unit: field.unit, inputMode: "decimal" })}
      value={text}
      placeholder={stored ? "" : "Leave as stored"}
      onChange={(typed) => onEdit({ kind: "value", text: typed })}
      onBlur={onDone}
    />
  );
  return field.multiline ? (
    <FileDrop onRead={fill} className="tablet:col-span-2">
      {input}
      <div className="-ml-2">
        <KeyFile name={uncapitalise(field.title)} onRead={fill} />
      </div>
    </FileDrop>
  ) : (
    input
  );
}

type Choice = "keep" | "replace" | "clear";
const choices = [
  { value: "keep", label: "Keep" },
  { value: "replace", label: "Replace" },
  { value: "clear", label: "Clear" },
] as const;
const choicesWhenUnset = [
  { value: "keep", label: "Leave empty" },
  { value: "replace", label: "Set" },
] as const;

function SecretField(props: SettingFieldProps) {
  const { id, provider, field, edit, isSecretSet, fingerprint, error, onEdit, onDone } = props;
  const [isShown, setIsShown] = useState(false);
  const choice: Choice = edit?.kind === "replace" || edit?.kind === "clear" ? edit.kind : "keep";
  const name = uncapitalise(field.title);
  const choose = (next: Choice) => {
    setIsShown(false);
    onEdit(
      next === "keep" ? undefined : next === "clear" ? { kind: "clear" } : { kind: "replace", text: "" },
    );
  };
  const unchanged = isSecretSet === false ? `No ${name} is stored` : `The stored ${name} stays as it is`;
  const replace = (text: string) => {
    onEdit({ kind: "replace", text: field.multiline ? text : text.trim() });
    onDone();
  };
  return (
    <FileDrop
      onRead={replace}
      className="grid items-start gap-x-4 gap-y-1 tablet:grid-cols-[132px_196px_minmax(0,1fr)]"
    >
      <p className="flex min-h-control items-center font-medium">{field.title}</p>
      <Segment<Choice>
        label={field.title}
        value={choice}
        onChange={choose}
        options={isSecretSet === false ? choicesWhenUnset : choices}
      />
      <div className="min-w-0">
        {edit?.kind === "replace" ? (
          <div className="flex items-start gap-2 max-tablet:flex-wrap">
            <div className="min-w-0 flex-1">
              <TextField
                id={id}
                label={`New ${name}`}
                hideLabel
                multiline={field.multiline ?? false}
                type={isShown ? "text" : "password"}
                autoComplete="new-password"
                value={edit.text}
                error={error}
                help={helpOf(provider, field)}
                onChange={(text) => onEdit({ kind: "replace", text })}
                onBlur={onDone}
              />
            </div>
            {field.multiline ? <KeyFile name={name} onRead={replace} /> : null}
            <Button variant="quiet" onClick={() => setIsShown(!isShown)} aria-pressed={isShown}>
              {isShown ? "Hide" : "Show"}
            </Button>
          </div>
        ) : (
          <div id={id} tabIndex={-1}>
            {edit?.kind === "clear" ? (
              <p className="flex min-h-control items-center gap-1.5 text-danger">
                <TriangleAlert size={14} aria-hidden />
                The stored {name} will be removed
              </p>
            ) : (
              <p className="flex min-h-control flex-wrap items-center gap-x-2 text-text-muted">
                {unchanged}
                {fingerprint ? <code className="text-12 wrap-anywhere">{fingerprint}</code> : null}
              </p>
            )}
            <p className={`text-12 ${error ? "text-danger" : "text-text-muted"}`}>
              {error ?? helpOf(provider, field)}
            </p>
          </div>
        )}
      </div>
    </FileDrop>
  );
}
