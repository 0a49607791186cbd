// Saves a form: creates a new entity; for a stored one sends the changed fields as a dry run, then saves them after the review.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Problem } from "#contract/api-error.ts";
import { sameJson } from "#contract/json5.ts";
import { ApiFailure, problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import type { FormEntity } from "./form-kind.ts";
import type { FormEdit } from "./use-form-draft.ts";

/** The resource as it is named in the endpoints, such as `createLayer`. */
export type FormResource =
  | "Layer"
  | "Segment"
  | "Holdout"
  | "AssignmentSource"
  | "MetricSource"
  | "EntityProperty";
type Body = Readonly<Record<string, unknown>>;

/** Describes how a draft is validated and sent. */
export interface SentForm<Draft> {
  readonly resource: FormResource;
  /** The complete request body of a new entity. */
  readonly bodyOf: (draft: Draft) => Body;
  /** Validation errors that block the save, by the properties of the request body. */
  readonly problemsOf: (draft: Draft) => readonly Problem[];
}

/** Casts a body to the type of any of the endpoints; the service validates it again. */
const checked = (body: Body) => body as never;

const isConflict = (error: Error | null) => error instanceof ApiFailure && error.status === 412;

/** State and actions of saving a form; `onSaved` is called with the id of the stored entity. */
export function useFormSave<Entity extends FormEntity, Draft extends { name: string }>(
  { resource, bodyOf, problemsOf }: SentForm<Draft>,
  edit: FormEdit<Entity, Draft>,
  onSaved: (id: string) => void,
) {
  const { base, clean, draft } = edit;
  const client = useQueryClient();
  const create = useSave(`create${resource}`);
  const check = useSave(`patch${resource}`);
  const patch = useSave(`patch${resource}`);
  const [isTried, setIsTried] = useState(false);
  const [isReviewing, setIsReviewing] = useState(false);
  const before = base ? bodyOf(clean) : {};
  const change: Body = Object.fromEntries(
    Object.entries(bodyOf(draft)).filter(([field, value]) => !base || !sameJson(value, before[field])),
  );
  // Unchanged fields of a stored entity are not validated.
  const own = problemsOf(draft).filter(({ property }) =>
    Object.keys(change).includes(property.split(".")[0] ?? ""),
  );
  const error = create.error ?? check.error;
  const reset = () => {
    create.reset();
    check.reset();
    patch.reset();
    setIsTried(false);
  };
  /** Reloads the newer version because of which a save was refused, so that it is merged into the draft. */
  const readAgain = () => client.invalidateQueries({ queryKey: [`read${resource}`] });
  const done = (id: string) => {
    edit.drop();
    onSaved(id);
  };
  const submit = () => {
    setIsTried(true);
    if (own.length > 0 || create.isPending || check.isPending) return;
    if (!base) return create.mutate({ body: checked(change) }, { onSuccess: ({ data }) => done(data.id) });
    return check.mutate(
      { id: base.id, body: checked(change), basedOn: base.version, dryRun: true },
      {
        onSuccess: () => setIsReviewing(true),
        onError: (refused) => void (isConflict(refused) && readAgain()),
      },
    );
  };
  return {
    submit,
    problems: [...(isTried ? own : []), ...problemsOfFailure(error)],
    isPending: create.isPending || check.isPending,
    failure: error && problemsOfFailure(error).length === 0 && !isConflict(error) ? error : null,
    isOutdated: isConflict(error),
    reset,
    /** The fields that are sent, with their values. */
    change,
    /** State of the review; undefined until the service has accepted the dry run, and after the review is closed. */
    review:
      isReviewing && base
        ? {
            error: patch.error,
            isPending: patch.isPending,
            reset: patch.reset,
            close: () => {
              patch.reset();
              setIsReviewing(false);
            },
            readAgain: async () => {
              await readAgain();
              setIsReviewing(false);
            },
            send: (reason: string, onSuccess: () => void) =>
              patch.mutate(
                {
                  id: base.id,
                  body: checked({ ...change, ...(reason && { changeReason: reason }) }),
                  basedOn: base.version,
                },
                {
                  onSuccess: () => {
                    onSuccess();
                    done(base.id);
                  },
                },
              ),
          }
        : undefined,
  };
}
