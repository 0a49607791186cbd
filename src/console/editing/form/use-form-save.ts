// Saving a form: a new entity is created; of a stored one the changed fields are tried first, and stored once they were reviewed.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Problem } from "#contract/api-error.ts";
import { sameJson } from "#contract/json5.ts";
import { ApiFailure, problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import type { FormEntity } from "./form-kind.ts";
import type { FormEdit } from "./use-form-draft.ts";

/** As its endpoints are called. */
export type FormResource =
  | "Layer"
  | "Segment"
  | "Holdout"
  | "AssignmentSource"
  | "MetricSource"
  | "EntityProperty";
type Body = Readonly<Record<string, unknown>>;

/** How a draft is sent. */
export interface SentForm<Draft> {
  readonly resource: FormResource;
  /** All that is sent of a new one. */
  readonly bodyOf: (draft: Draft) => Body;
  /** Problems that keep a draft from being saved, by the fields of the body. */
  readonly problemsOf: (draft: Draft) => readonly Problem[];
}

/** Of one of several types, all of which the service checks again. */
const checked = (body: Body) => body as never;

const isConflict = (error: Error | null) => error instanceof ApiFailure && error.status === 412;

/** `onSaved` gets the id of what is stored. */
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
  // Of a stored one the fields that stay are not asked about.
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
  /** The newer version that a save was refused for is read, to be merged. */
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
    /** The fields that are sent. */
    change,
    /** Undefined until the service has accepted the change, and it is looked at. */
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
