// A form for a new or a stored entity; changes to a stored one are reviewed before they are saved.
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
  /** Label that the form shows for a field of the request body. */
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
  /** Field values that an edit starts with, where they differ from the stored ones. */
  start?: Draft | undefined;
  slot: string;
  /** A sentence about the effect on served users; empty where there is none. */
  effectOf: (before: Draft, after: Draft) => string;
  /** Called with the id of the stored entity. */
  onSaved: (id: string) => void;
  onLeave: () => void;
  /** The fields use the full page width, including the column beside them. */
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
