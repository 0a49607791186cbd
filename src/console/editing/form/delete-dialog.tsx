import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { endpoints } from "#contract/endpoints.ts";
import { WriteDialog } from "#console/editing/review/write-dialog.tsx";
import { useSave } from "#console/foundation/api/save.ts";
import type { FormEntity } from "./form-kind.ts";
import type { FormSection } from "./form-page.tsx";
import type { FormResource } from "./use-form-save.ts";

interface DeleteDialogProps {
  resource: Exclude<FormResource, "Holdout">;
  section: FormSection;
  entity: FormEntity;
  /** Describes what is lost by the deletion. */
  description: ReactNode;
  /** Why the entity cannot be deleted; `children` lists the entities that need it. */
  refusal?: string | undefined;
  onClose: () => void;
  children?: ReactNode;
}

/** Turns a resource name into words: `MetricSource` becomes "metric source". */
const wordsOf = (resource: string) =>
  resource === "EntityProperty"
    ? "entity property source"
    : resource.replaceAll(/(?!^)([A-Z])/g, " $1").toLowerCase();

/** Asks for confirmation before an entity is deleted; one that others need cannot be deleted, and those are listed. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { resource, section, entity, onClose } = props;
  const { company = "-" } = useParams({ strict: false });
  const navigate = useNavigate();
  // Without `leaves` the page of the deleted entity would be refetched, and not found, before the list opens.
  const save = useSave(`delete${resource}`, { leaves: true });
  const name = entity.name ?? entity.id;
  return (
    <WriteDialog
      subject={entity}
      readAgain={async () => onClose()}
      onClose={onClose}
      title={`Delete ${name}`}
      row={endpoints[`delete${resource}`]}
      refusal={props.refusal}
      isDanger
      description={props.description}
      label={`Delete the ${wordsOf(resource)}`}
      done={`${name} is deleted`}
      error={save.error}
      isPending={save.isPending}
      reset={save.reset}
      send={(onSuccess) =>
        save.mutate(
          { id: entity.id, basedOn: entity.version },
          {
            onSuccess: () => {
              onSuccess();
              void navigate({ to: `/$company/${section}`, params: { company } });
            },
          },
        )
      }
    >
      {props.children}
    </WriteDialog>
  );
}
