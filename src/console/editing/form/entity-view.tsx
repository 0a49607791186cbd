// The page of an entity that is edited in a form: its facts, related sections, history and actions.
import { Link, useNavigate } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { listDrafts } from "#console/foundation/api/drafts.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import type { Change } from "#console/editing/diff-merge/changes.ts";
import { FormHistory } from "./form-history.tsx";
import type { FormEntity } from "./form-kind.ts";
import type { FormResource } from "./use-form-save.ts";

interface EntityViewProps<Entity extends FormEntity> {
  entity: Entity & { description?: string | null | undefined };
  resource: FormResource;
  noun: string;
  section: string;
  state?: ReactNode;
  facts: ReactNode[];
  changesOf: (before: Entity, after: Entity) => readonly Change[];
  moreChangesOf?: (before: Entity, after: Entity) => readonly Change[];
  /** Confirmation dialog for deleting the entity; absent where it cannot be deleted. */
  deleteDialog?: (close: () => void) => ReactNode;
  /** Sections about related entities and data. */
  children: ReactNode;
}

export function EntityView<Entity extends FormEntity>(props: EntityViewProps<Entity>) {
  const { entity, resource, noun, section, deleteDialog } = props;
  const { id, name, version, description } = entity;
  const navigate = useNavigate();
  const refusal = useSaveRefusal();
  const [isDeleting, setIsDeleting] = useState(false);
  const [draft] = useState(() => listDrafts().find((one) => one.entity === `${section}/${id}`));
  const edit = () => void navigate({ to: ".", search: { edit: true } });
  const remove = () => setIsDeleting(true);
  usePageActions([
    { label: `Edit the ${noun}`, onSelect: edit, disabledReason: refusal },
    ...(deleteDialog ? [{ label: `Delete the ${noun}`, onSelect: remove, disabledReason: refusal }] : []),
  ]);
  return (
    <>
      <PageButtons>
        {deleteDialog ? (
          <Button
            variant="quiet"
            icon={Trash2}
            disabledReason={refusal}
            reasonAt="page"
            onClick={remove}
            className="max-tablet:hidden"
          >
            Delete
          </Button>
        ) : null}
        <Button icon={Pencil} disabledReason={refusal} reasonAt="page" onClick={edit} className="order-1">
          Edit
        </Button>
      </PageButtons>
      <PageHead title={name ?? id} version={version} state={props.state} facts={props.facts}>
        {description ? <p className="mt-2 max-w-184 break-words">{description}</p> : null}
      </PageHead>
      {draft ? (
        <p className="pb-2">
          You have changes that are not saved, from <Time value={draft.time} relative />.{" "}
          <Link to="." search={{ edit: true, draft: draft.slot }} className="link font-medium">
            Go on editing
          </Link>
        </p>
      ) : null}
      <div className="grid flex-1 content-start desk:grid-cols-[minmax(0,1fr)_392px] desk:gap-x-8">
        <div className="min-w-0">{props.children}</div>
        <aside
          aria-label={`About the ${noun}`}
          className="min-w-0 border-border pb-8 max-desk:mt-4 max-desk:border-t desk:border-l desk:pl-6"
        >
          <FormHistory
            resource={resource}
            id={id}
            hasDraft={draft !== undefined}
            changesOf={props.changesOf}
            moreChangesOf={props.moreChangesOf}
          />
        </aside>
      </div>
      {isDeleting ? deleteDialog?.(() => setIsDeleting(false)) : null}
    </>
  );
}
