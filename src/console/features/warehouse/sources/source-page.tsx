// The pages of a warehouse source: the stored one, its form, and the form for a new one.
import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { EntityPropertySource } from "#contract/entity-property.ts";
import type { SourceKind, WarehouseSource } from "#contract/warehouse-source.ts";
import type { FormKind } from "#console/editing/form/entity-form.tsx";
import { EditPage, NewPage } from "#console/editing/form/form-page.tsx";
import { isFirstFailure, query } from "#console/foundation/api/query.ts";
import { LoadingHead } from "#console/foundation/ui/loading-head.tsx";
import { AssignmentView } from "./assignment-view.tsx";
import { EntityPropertyView } from "./entity-property-view.tsx";
import { MetricView } from "./metric-view.tsx";
import type { SourceDraft } from "./source-draft.ts";
import { SourceForm } from "./source-form.tsx";
import { assignmentKind, entityPropertyKind, metricKind } from "./source-kinds.ts";

const read = {
  throwOnError: isFirstFailure,
};

interface StoredProps<Source extends WarehouseSource | EntityPropertySource> {
  /** Undefined until loaded. */
  source: Source | undefined;
  kind: SourceKind;
  form: FormKind<Source, SourceDraft>;
  section: Section;
  View: (props: { source: Source }) => ReactNode;
}

function Stored<Source extends WarehouseSource | EntityPropertySource>({
  source,
  kind,
  form,
  section,
  View,
}: StoredProps<Source>) {
  const { edit = false } = useSearch({ strict: false });
  if (!source) return <LoadingHead label="Loading the source" />;
  return edit ? (
    <EditPage
      entity={source}
      resource={form.resource}
      section={section}
      form={(place) => <SourceForm key={place.slot} {...place} kind={kind} form={form} />}
    />
  ) : (
    <View source={source} />
  );
}

interface PlaceProps {
  id: string;
  section: Section;
}

function StoredAssignment({ id, section }: PlaceProps) {
  const { data } = useQuery({ ...query("readAssignmentSource", { id }), ...read });
  const parts = { kind: "assignment_source", form: assignmentKind, View: AssignmentView } as const;
  return <Stored source={data?.data} section={section} {...parts} />;
}

function StoredMetric({ id, section }: PlaceProps) {
  const { data } = useQuery({ ...query("readMetricSource", { id }), ...read });
  const parts = { kind: "metric_source", form: metricKind, View: MetricView } as const;
  return <Stored source={data?.data} section={section} {...parts} />;
}

function StoredEntityProperty({ id, section }: PlaceProps) {
  const { data } = useQuery({ ...query("readEntityProperty", { id }), ...read });
  const parts = { kind: "entity_property", form: entityPropertyKind, View: EntityPropertyView } as const;
  return <Stored source={data?.data} section={section} {...parts} />;
}

const pages = {
  assignment_sources: {
    One: StoredAssignment,
    noun: "assignment source",
    fact: "Says who saw which group of an experiment: a table or a SELECT, a row an exposure.",
    form: (place: Place) => <SourceForm {...place} kind="assignment_source" form={assignmentKind} />,
  },
  metric_sources: {
    One: StoredMetric,
    noun: "metric source",
    fact: "Says what units did: a table or a SELECT, a row an event.",
    form: (place: Place) => <SourceForm {...place} kind="metric_source" form={metricKind} />,
  },
  entity_properties: {
    One: StoredEntityProperty,
    noun: "entity property source",
    fact: "Says what units are: a table or a SELECT, a row a unit, or one for each time since when it is something else.",
    form: (place: Place) => <SourceForm {...place} kind="entity_property" form={entityPropertyKind} />,
  },
} as const;
type Section = keyof typeof pages;
type Place = Parameters<Parameters<typeof NewPage>[0]["form"]>[0];

export function SourcePage() {
  const { id = "" } = useParams({ strict: false });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const section =
    (["metric_sources", "entity_properties"] as const).find((one) => path.includes(`/${one}/`)) ??
    "assignment_sources";
  const { One, noun, fact, form } = pages[section];
  return id === "new" ? (
    <NewPage key={section} section={section} noun={noun} facts={[fact]} form={form} />
  ) : (
    <One key={`${section}/${id}`} id={id} section={section} />
  );
}
