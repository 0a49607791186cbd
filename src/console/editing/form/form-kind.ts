// Types and pure functions for an entity that is edited in one form: its fields, their changes and their validation errors.
import type { Problem } from "#contract/api-error.ts";
import { changeOf, type Change } from "#console/editing/diff-merge/changes.ts";
import { fieldStep, type Merged, mergeOf, type Step } from "#console/editing/diff-merge/merge-fields.ts";

export interface FormEntity {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly version?: number | null | undefined;
  readonly lastModifierName?: string | null | undefined;
  readonly lastModifiedTime?: number | null | undefined;
  readonly lastModifiedReason?: string | null | undefined;
}

/** A field of a draft: its merge step, and a function that describes its changes in words. */
export interface FormField<Draft> {
  readonly step: Step<Draft>;
  readonly changes: (before: Draft, after: Draft) => Change[];
}

/** Defines a top-level field of the draft; `show` formats its value. */
export const formField =
  <Draft>() =>
  <Key extends keyof Draft>(
    label: string,
    key: Key,
    show: (value: Draft[Key]) => string,
  ): FormField<Draft> => ({
    step: fieldStep(label, key, show),
    changes: (before, after) => changeOf(label, show(before[key]), show(after[key])),
  });

export const mergeFields = <Draft>(
  fields: readonly FormField<Draft>[],
): ((base: Draft, mine: Draft, theirs: Draft) => Merged<Draft>) => mergeOf(...fields.map(({ step }) => step));

export const changesIn = <Draft>(
  fields: readonly FormField<Draft>[],
  before: Draft,
  after: Draft,
): Change[] => fields.flatMap(({ changes }) => changes(before, after));

/** Error message of a property or of anything nested in it. */
export const problemAt = (problems: readonly Problem[], property: string) =>
  problems.find((one) => one.property === property || one.property.startsWith(`${property}.`))?.errorMessage;

/** DOM id of the field that edits a property of the request body. */
export const formFieldID = (property: string) => `form-${property.replaceAll(".", "-")}`;
