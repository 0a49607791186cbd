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
  /** The loss that it is. */
  description: ReactNode;
  /** Why it stays; what needs it stands in `children`. */
  refusal?: string | undefined;
  onClose: () => void;
  children?: ReactNode;
}

/** `MetricSource` as a metric source. */
const wordsOf = (resource: string) =>
  resource === "EntityProperty"
    ? "entity property source"
    : resource.replaceAll(/(?!^)([A-Z])/g, " $1").toLowerCase();

/** Asks before an entity is deleted; what others need stays, and they are named. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { resource, section, entity, onClose } = props;
  const { company = "-" } = useParams({ strict: false });
  const navigate = useNavigate();
  // Its page would be read again, and not be found, before the list has opened.
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
