// An entity that is edited in one form: its draft, and what of it two people, or two versions, have changed. Pure.
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

/** A field of a draft: how it is merged, and its changes in words. */
export interface FormField<Draft> {
  readonly step: Step<Draft>;
  readonly changes: (before: Draft, after: Draft) => Change[];
}

/** A field under its own name; `show` says its value in words. */
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

/** The problem of a field, or of what stands in it. */
export const problemAt = (problems: readonly Problem[], property: string) =>
  problems.find((one) => one.property === property || one.property.startsWith(`${property}.`))?.errorMessage;

/** Id of the field that holds a part of the body. */
export const formFieldID = (property: string) => `form-${property.replaceAll(".", "-")}`;
