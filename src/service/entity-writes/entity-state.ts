// Switching and archiving gates and dynamic configs. Pure: storing is the work of change-entity.ts.
import type { Problem } from "#contract/api-error.ts";
import { authorFields, type ChangeAuthor } from "#service/http/author-fields.ts";

export interface EntityState {
  readonly status?: string | null | undefined;
  readonly isEnabled: boolean;
}

export const isArchived = ({ status }: Pick<EntityState, "status">) => status === "Archived";

/** Choice: an archived entity cannot be changed until it is unarchived. */
export const archivedProblems = (noun: string, stored: EntityState): Problem[] =>
  isArchived(stored)
    ? [
        {
          property: "status",
          errorMessage: `The ${noun.toLowerCase()} is archived; unarchive it before it is changed`,
        },
      ]
    : [];

/** The entity in the given state; the same object where it is in that state already. */
export const inState = <Document extends EntityState & { version: number }>(
  document: Document,
  { status, isEnabled }: EntityState,
  author: ChangeAuthor,
  reason: string | undefined,
): Document =>
  document.status === status && document.isEnabled === isEnabled
    ? document
    : { ...document, status, isEnabled, version: document.version + 1, ...authorFields(author, reason) };
