import { useId, useState } from "react";
import { problemsOf } from "#contract/api-error.ts";
import { EntityName, idFormOf } from "#contract/entity-name.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";

interface NewEntityDialogProps {
  /** Such as "Create a dynamic config". */
  title: string;
  createLabel: string;
  /** Name to begin with. */
  name?: string;
  note?: string;
  /** Why nothing can be created now. */
  refusal: string | undefined;
  error: Error | null;
  isBusy: boolean;
  onCreate: (name: string, description: string) => void;
  onClose: () => void;
}

/** Asks for the name of something new, and shows the id that clients will use: it never changes. */
export function NewEntityDialog(props: NewEntityDialogProps) {
  const { title, createLabel, note, refusal, error, isBusy, onCreate, onClose } = props;
  const nameID = useId();
  const [name, setName] = useState(props.name ?? "");
  const [description, setDescription] = useState("");
  const [tried, setTried] = useState(false);
  const typed = EntityName.safeParse(name.trim());
  const problems = problemsOfFailure(error);
  const about = (field: string) => problems.find(({ property }) => property === field)?.errorMessage;
  const nameError =
    (tried && !typed.success ? problemsOf(typed.error, name)[0]?.errorMessage : undefined) ??
    about("name") ??
    about("id");
  const submit = () => {
    setTried(true);
    if (typed.success && !refusal && !isBusy) onCreate(name.trim(), description);
  };
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={note}
      startsAt={nameID}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabledReason={refusal} onClick={submit}>
            {createLabel}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="grid gap-4 pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {error && problems.length === 0 ? (
          <SaveFailure error={error} reassurance="Nothing was created. What you typed is still here." />
        ) : null}
        <TextField
          id={nameID}
          label="Name"
          value={name}
          error={nameError}
          help={
            name.trim() ? (
              <>
                Its id will be <Mono>{idFormOf(name.trim())}</Mono> and never changes.
              </>
            ) : (
              "3 to 100 letters, digits, spaces, dots, hyphens or underscores."
            )
          }
          onChange={setName}
        />
        <TextField
          label="Description"
          multiline
          value={description}
          error={about("description")}
          onChange={setDescription}
        />
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  );
}
