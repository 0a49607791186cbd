import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import type { Segment, SegmentUse } from "#contract/segment.ts";
import { changeOf } from "#console/editing/diff-merge/changes.ts";
import { DeleteDialog } from "#console/editing/form/delete-dialog.tsx";
import { EntityView } from "#console/editing/form/entity-view.tsx";
import { changesIn } from "#console/editing/form/form-kind.ts";
import { EditPage, NewPage } from "#console/editing/form/form-page.tsx";
import { isFirstFailure, query } from "#console/foundation/api/query.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Muted } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { kindWord, NamedLink } from "#console/foundation/ui/entity-links.tsx";
import { LoadingHead } from "#console/foundation/ui/loading-head.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { andList, plural } from "#console/foundation/ui/wording.ts";
import { usersParts } from "#console/rules/fields/condition-words.ts";
import { Sentence } from "#console/rules/fields/sentence.tsx";
import { IDList } from "./id-list.tsx";
import { segmentKind } from "./segment-draft.ts";
import { SegmentForm } from "./segment-form.tsx";
import { sizeOf } from "./segment-words.ts";

const referrerColumns: Column<SegmentUse>[] = [
  { id: "name", header: "Name", cell: (use) => <NamedLink {...use} />, phone: "first" },
  { id: "kind", header: "Kind", cell: ({ kind }) => <Muted>{kindWord(kind)}</Muted>, phone: "end" },
];

function SegmentDelete({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const names = (segment.usedBy ?? []).map(({ name }) => name);
  return (
    <DeleteDialog
      resource="Segment"
      section="segments"
      entity={segment}
      onClose={onClose}
      description={
        names.length > 0
          ? `Rules of ${andList(names)} ask for it. Take it out of them first.`
          : "Its rules and ids are gone. No rule asks for it."
      }
      refusal={names.length > 0 ? "Rules ask for it." : undefined}
    />
  );
}

const changesOf = (before: Segment, after: Segment) =>
  changesIn(segmentKind.fields, segmentKind.draftOf(before), segmentKind.draftOf(after));
const idChangesOf = (before: Segment, after: Segment) =>
  after.type === "id_list" ? changeOf("Ids", String(before.count ?? 0), String(after.count ?? 0)) : [];

function SegmentView({ segment }: { segment: Segment }) {
  const { type, rules, idType, usedBy = [] } = segment;
  return (
    <EntityView
      entity={segment}
      resource="Segment"
      noun="segment"
      section="segments"
      facts={[
        <b key="size">{sizeOf(segment)}</b>,
        <span key="unit">
          Of <b>{idType ?? "userID"}</b>
        </span>,
        usedBy.length > 0 ? `Asked for by ${andList(usedBy.map(({ name }) => name))}` : "No rule asks for it",
      ]}
      changesOf={changesOf}
      moreChangesOf={idChangesOf}
      deleteDialog={(close) => <SegmentDelete segment={segment} onClose={close} />}
    >
      {type === "id_list" ? (
        <IDList segment={segment} />
      ) : (
        <section aria-label="Rules" className="pb-4">
          <SectionHead title="Rules" note="The first rule that fits decides who is in it." />
          <ol className="border-t border-border empty:hidden">
            {rules.map(({ id, name, passPercentage, conditions }) => (
              <li key={id} className="border-b border-border py-2">
                <p className="font-medium">{name}</p>
                <p className="text-text-muted">
                  <Sentence parts={usersParts(conditions, passPercentage, () => undefined)} />
                </p>
              </li>
            ))}
          </ol>
          {rules.length === 0 ? <p className="text-text-muted">Without a rule nobody is in it.</p> : null}
        </section>
      )}
      <section aria-label="Used by" className="pb-6">
        <SectionHead
          title="Used by"
          note={plural(usedBy.length, "gate, config or experiment", "gates, configs and experiments")}
        />
        <Table
          caption="Used by"
          rows={usedBy}
          isSorted
          columns={referrerColumns}
          rowKey={({ kind, id }) => `${kind} ${id}`}
          emptyText="No rule asks for it yet: choose the condition “In segment” in a rule of a gate, config or experiment."
        />
      </section>
    </EntityView>
  );
}

function StoredSegment({ id }: { id: string }) {
  const { edit = false } = useSearch({ strict: false });
  const { data } = useQuery({
    ...query("readSegment", { id }),
    throwOnError: isFirstFailure,
  });
  if (!data) return <LoadingHead label="Loading the segment" />;
  return edit ? (
    <EditPage
      entity={data.data}
      resource="Segment"
      section="segments"
      form={(place) => <SegmentForm key={place.slot} {...place} />}
    />
  ) : (
    <SegmentView segment={data.data} />
  );
}

export function SegmentPage() {
  const { id = "" } = useParams({ strict: false });
  return id === "new" ? (
    <NewPage
      section="segments"
      noun="segment"
      facts={["A named set of users that rules of gates, configs and experiments ask for."]}
      form={(place) => <SegmentForm key={place.slot} {...place} />}
    />
  ) : (
    <StoredSegment key={id} id={id} />
  );
}
