import { useId, useState } from "react";
import type { CreatedKey } from "#contract/stored-key.ts";
import { NewKey } from "#contract/stored-key-update.ts";
import { problemsOf } from "#contract/problems.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Checkbox } from "#console/foundation/forms/checkbox.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { kinds, type KeyKind } from "./key-words.ts";
import { useMadeKey } from "./made-key.ts";

interface NewKeyDialogProps {
  /** Initially selected kind. */
  kind?: KeyKind;
  /** Initial choice of whether a client key may read the rules. */
  readsRules?: boolean;
  /** Initial environment. */
  environment?: string;
  onClose: () => void;
  onMade?: (made: CreatedKey) => void;
}

/** Asks for the name, kind and environment of a new key, and creates it. */
export function NewKeyDialog({
  kind: first = "server",
  readsRules: readsRulesFirst = false,
  environment: firstEnvironment = "production",
  onClose,
  onMade,
}: NewKeyDialogProps) {
  const nameID = useId();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<KeyKind>(first);
  const [rights, setRights] = useState<"read" | "write">("read");
  const [environment, setEnvironment] = useState(firstEnvironment);
  const [readsRules, setReadsRules] = useState(readsRulesFirst);
  const [tried, setTried] = useState(false);
  const { keep } = useMadeKey();
  const save = useSave("createKey");
  const refusal = useSaveRefusal();
  const ofApp = { name, kind, environment, ...(kind === "client" && readsRules ? { readsRules } : {}) };
  const body = kind === "console" ? { name, kind, rights } : ofApp;
  const { error: wrong } = NewKey.safeParse(body);
  const problems = [...(tried && wrong ? problemsOf(wrong, body) : []), ...problemsOfFailure(save.error)];
  const about = (field: string) => problems.find(({ property }) => property === field)?.errorMessage;
  const submit = () => {
    setTried(true);
    if (wrong || refusal || save.isPending) return;
    save.mutate(
      { body },
      {
        onSuccess: ({ data }) => {
          keep(data);
          onMade?.(data);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      onClose={onClose}
      title="Make a key"
      startsAt={nameID}
      cancelLabel="Cancel"
      action={{ label: "Make the key", onClick: submit, refusal }}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {save.error && problemsOfFailure(save.error).length === 0 ? (
          <SaveFailure error={save.error} reassurance="No key was made. What you typed is still here." />
        ) : null}
        <TextField
          id={nameID}
          label="Name"
          isRequired
          value={name}
          error={about("name")}
          help="Of the app or the program that will have it, such as “Shop backend”."
          onChange={setName}
        />
        <div className="grid gap-1">
          <span className="text-12 font-medium">Kind</span>
          <Segment
            label="Kind"
            value={kind}
            onChange={setKind}
            options={kinds.map((option) => ({ value: option.kind, label: option.label }))}
          />
          <p className="text-12 text-text-muted">{kinds.find((option) => option.kind === kind)?.help}</p>
        </div>
        {kind === "console" ? (
          <div className="grid gap-1">
            <span className="text-12 font-medium">Rights</span>
            <Segment
              label="Rights"
              value={rights}
              onChange={setRights}
              options={[
                { value: "read", label: "Read" },
                { value: "write", label: "Read and write" },
              ]}
            />
          </div>
        ) : (
          <TextField
            label="Environment"
            value={environment}
            error={about("environment")}
            help="For users who name none: production, staging, development, or a name of your own."
            onChange={setEnvironment}
          />
        )}
        {kind === "client" ? (
          <div className="grid gap-1">
            <Checkbox
              label="Reads the rules, for evaluation on the device"
              checked={readsRules}
              onChange={setReadsRules}
            />
            <p className="text-12 text-text-muted">
              Anyone who has the app can then read every rule, with the users that it names.
            </p>
          </div>
        ) : null}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  );
}
