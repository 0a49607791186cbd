import { useParams, useRouter } from "@tanstack/react-router";
import { useId, useState } from "react";
import { problemsOf } from "#contract/problems.ts";
import { EntityName, idFormOf } from "#contract/entity-name.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";

/** The mutation that creates the entity. */
interface Creation<Body> {
  mutate: (input: { body: Body }, options: { onSuccess: (answer: { data: { id: string } }) => void }) => void;
  error: Error | null;
  isPending: boolean;
}

interface NewEntityDialogProps<Body> {
  /** Title of the dialog, such as "Create a dynamic config". */
  title: string;
  createLabel: string;
  /** Describes the values that the new entity starts with. */
  note: string;
  /** Name of the entity to copy; the copy gets a name of its own. */
  copied: string | undefined;
  creation: Creation<Body>;
  bodyOf: (name: string, description: string) => Body;
  /** Why nothing can be created, for reasons other than the API key. */
  refusal?: string | undefined;
  /** The page to open afterwards. */
  page: "/$company/gates/$id" | "/$company/dynamic_configs/$id" | "/$company/experiments/$id";
  onClose: () => void;
}

/** Asks for the name of a new entity, and shows the id that clients will use, which never changes. */
export function NewEntityDialog<Body>(props: NewEntityDialogProps<Body>) {
  const { copied, creation, page, onClose } = props;
  const { error } = creation;
  const { company = "" } = useParams({ strict: false });
  const router = useRouter();
  const refusal = useSaveRefusal() ?? props.refusal;
  const nameID = useId();
  const [name, setName] = useState(copied === undefined ? "" : `${copied} copy`);
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
    if (!typed.success || refusal || creation.isPending) return;
    creation.mutate(
      { body: props.bodyOf(name.trim(), description) },
      { onSuccess: ({ data: { id } }) => void router.navigate({ to: page, params: { company, id } }) },
    );
  };
  return (
    <Dialog
      onClose={onClose}
      title={copied === undefined ? props.title : `Duplicate ${copied}`}
      description={props.note}
      startsAt={nameID}
      cancelLabel="Cancel"
      action={{ label: copied === undefined ? props.createLabel : "Duplicate", onClick: submit, refusal }}
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
          isRequired
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
