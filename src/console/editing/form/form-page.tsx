// The pages around a form: one for a new entity, and one that shows and edits a stored entity at the same URL.
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useDraftSlot } from "#console/foundation/api/draft-slot.ts";
import { query } from "#console/foundation/api/query.ts";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import type { FormEntity } from "./form-kind.ts";
import type { FormResource } from "./use-form-save.ts";

export type FormSection =
  | "layers"
  | "segments"
  | "holdouts"
  | "assignment_sources"
  | "metric_sources"
  | "entity_properties";

/** Props that a page passes to its form. */
export interface FormPlace<Entity> {
  readonly stored?: Entity;
  /** The version whose field values the form starts with. */
  readonly startsWith?: Entity | undefined;
  readonly slot: string;
  readonly onSaved: (id: string) => void;
  readonly onLeave: () => void;
}

const loading = <SkeletonRows rows={8} label="Loading the form" />;

interface NewPageProps {
  section: FormSection;
  noun: string;
  facts: ReactNode[];
  form: (place: FormPlace<never>) => ReactNode;
}

export function NewPage({ section, noun, facts, form }: NewPageProps) {
  const { company = "-" } = useParams({ strict: false });
  const { draft } = useSearch({ strict: false });
  const slot = useDraftSlot(`${section}/new`, draft);
  const navigate = useNavigate();
  const toast = useToast();
  return (
    <div className="flex flex-1 flex-col">
      <PageHead title={`New ${noun}`} facts={facts} />
      {slot === undefined
        ? loading
        : form({
            slot,
            onSaved: (id) => {
              toast(`The ${noun} is made`);
              void navigate({ to: `/$company/${section}/$id`, params: { company, id } });
            },
            onLeave: () => void navigate({ to: `/$company/${section}`, params: { company } }),
          })}
    </div>
  );
}

interface EditPageProps<Entity> {
  entity: Entity;
  resource: FormResource;
  section: FormSection;
  form: (place: FormPlace<Entity>) => ReactNode;
}

/** The form of a stored entity, on the entity's page. */
export function EditPage<Entity extends FormEntity>({
  entity,
  resource,
  section,
  form,
}: EditPageProps<Entity>) {
  const search = useSearch({ strict: false });
  // The first edit removes the version from the URL; the state keeps the version that the form started with.
  const [version] = useState(search.page);
  const slot = useDraftSlot(`${section}/${entity.id}`, search.draft);
  const navigate = useNavigate();
  const close = () => void navigate({ to: ".", search: {} });
  const versions = useQuery({
    ...query(`list${resource}Versions`, { id: entity.id, page: 1, limit: 100 }),
    enabled: version !== undefined,
    throwOnError: true,
  });
  const all = versions.data?.data as readonly Entity[] | undefined;
  const isReady = slot !== undefined && (version === undefined || all !== undefined);
  return (
    <div className="flex flex-1 flex-col">
      <PageHead
        title={`Edit ${entity.name ?? entity.id}`}
        facts={version === undefined ? [] : [`With the fields of version ${version}`]}
      />
      {isReady
        ? form({
            stored: entity,
            startsWith: all?.find((one) => one.version === version),
            slot,
            onSaved: close,
            onLeave: close,
          })
        : loading}
    </div>
  );
}
