// A form for a new or a stored entity, with the review of what changes before it is stored.
import type { ReactNode } from "react";
import type { Problem } from "#contract/api-error.ts";
import { FormFrame } from "./form-frame.tsx";
import { changesIn, type FormEntity, type FormField, formFieldID, mergeFields } from "./form-kind.ts";
import { FormReview } from "./form-review.tsx";
import { type DraftKind, useFormDraft } from "./use-form-draft.ts";
import { type SentForm, useFormSave } from "./use-form-save.ts";

export interface FormKind<Entity extends FormEntity, Draft extends { name: string }>
  extends Omit<DraftKind<Entity, Draft>, "merge">, SentForm<Draft> {
  readonly fields: readonly FormField<Draft>[];
  /** A field of the body, as the form calls it. */
  readonly labelOf: (property: string) => string;
}

export interface FormPart<Draft> {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly problems: readonly Problem[];
}

interface EntityFormProps<Entity extends FormEntity, Draft extends { name: string }> {
  kind: FormKind<Entity, Draft>;
  stored?: Entity | undefined;
  initial: Draft;
  /** The fields that an edit begins with, where they are other ones than the stored ones. */
  start?: Draft | undefined;
  slot: string;
  /** The effect on users who are served, in a sentence; empty where there is none. */
  effectOf: (before: Draft, after: Draft) => string;
  /** Gets the id of what is stored. */
  onSaved: (id: string) => void;
  onLeave: () => void;
  /** The fields take the whole page, with what stands beside them. */
  isWide?: boolean;
  children: (part: FormPart<Draft>) => ReactNode;
}

export function EntityForm<Entity extends FormEntity, Draft extends { name: string }>({
  kind,
  stored,
  initial,
  start,
  slot,
  effectOf,
  onSaved,
  onLeave,
  isWide = false,
  children,
}: EntityFormProps<Entity, Draft>) {
  const { fields, noun, labelOf } = kind;
  const edit = useFormDraft({ ...kind, merge: mergeFields(fields) }, { stored, initial, start, slot });
  const save = useFormSave(kind, edit, onSaved);
  const { base, clean, draft } = edit;
  const summary = save.problems.map(({ property, errorMessage }) => ({
    id: formFieldID(property),
    label: labelOf(property),
    message: errorMessage,
  }));
  return (
    <FormFrame
      edit={edit}
      save={{ ...save, summary }}
      noun={noun}
      label={base ? "Review the changes" : `Create the ${noun}`}
      onLeave={onLeave}
      isWide={isWide}
      dialogs={
        save.review && base ? (
          <FormReview
            resource={kind.resource}
            noun={noun}
            subject={base}
            review={save.review}
            changes={changesIn(fields, clean, draft)}
            effect={effectOf(clean, draft)}
            body={save.change}
          />
        ) : null
      }
    >
      {children({ draft, change: edit.change, problems: save.problems })}
    </FormFrame>
  );
}
