import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import type { HeldOut, Holdout } from "#contract/holdout.ts";
import { EntityView } from "#console/editing/form/entity-view.tsx";
import { changesIn } from "#console/editing/form/form-kind.ts";
import { EditPage, NewPage } from "#console/editing/form/form-page.tsx";
import { isFirstFailure, query, queryPage } from "#console/foundation/api/query.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Muted, wrapsOnPhone } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { kindWord, NamedLink } from "#console/foundation/ui/entity-links.tsx";
import { configState, experimentState } from "#console/foundation/ui/entity-state.ts";
import { LoadingHead } from "#console/foundation/ui/loading-head.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { labelOf, percentText, plural } from "#console/foundation/ui/wording.ts";
import { heldOutSince } from "./held-out-since.ts";
import { heldOutShare, holdoutKind } from "./holdout-draft.ts";
import { HoldoutForm } from "./holdout-form.tsx";

const columnsAt = (versions: readonly Holdout[] | undefined): Column<HeldOut>[] => [
  {
    id: "name",
    header: "Name",
    cell: (one) => <NamedLink {...one} />,
    phone: "first",
    className: wrapsOnPhone,
  },
  {
    id: "kind",
    header: "Kind",
    cell: ({ kind, layerID }) => <Muted>{layerID ? `Experiment of ${layerID}` : kindWord(kind)}</Muted>,
    width: "200px",
    phone: "second-start",
  },
  {
    id: "state",
    header: "State",
    cell: ({ kind, status }) =>
      kind === "experiment" ? experimentState(status) : status ? labelOf(status) : "–",
    width: "152px",
    phone: "end",
  },
  {
    id: "since",
    header: "Held out since",
    align: "end",
    cell: (one) => {
      const since = versions && heldOutSince(versions, one);
      return since === undefined ? <Muted>–</Muted> : formatDate(since);
    },
    width: "132px",
    phone: "second-end",
  },
];

const changesOf = (before: Holdout, after: Holdout) =>
  changesIn(holdoutKind.fields, holdoutKind.draftOf(before), holdoutKind.draftOf(after));

function HoldoutView({ holdout }: { holdout: Holdout }) {
  const { id, idType, isEnabled, passPercentage, heldOut = [], layerIDs } = holdout;
  const versions = useQuery(queryPage("listHoldoutVersions", { id, page: 1, limit: 100 })).data?.data;
  const share = heldOutShare(holdout);
  return (
    <EntityView
      entity={holdout}
      resource="Holdout"
      noun="holdout"
      section="holdouts"
      state={<Status tone={share > 0 ? "live" : "off"}>{configState({ isEnabled })}</Status>}
      facts={[
        <span key="share">
          <b>{percentText(passPercentage)}</b> of <b>{idType ?? "userID"}</b>
          {share === 0 ? ", nobody now" : ""}
        </span>,
        `Out of ${plural(heldOut.length, "gate, config or experiment", "gates, configs and experiments")}`,
        layerIDs.length > 0 ? `All of ${plural(layerIDs.length, "layer")}` : null,
      ]}
      changesOf={changesOf}
    >
      <section aria-label="Held out of" className="pb-6">
        <SectionHead title="Held out of" note="Nobody of them is in a group, or passes." />
        <Table
          caption="Held out of"
          rows={heldOut}
          isSorted
          columns={columnsAt(versions)}
          rowKey={(one) => `${one.kind} ${one.id}`}
          emptyText="Nothing yet: edit the holdout to choose gates, configs, experiments or layers."
        />
        <p className="max-w-184 pt-3 text-text-muted">
          Held-out users are no part of the results of these experiments. Compare a metric of theirs with that
          of everyone else to see what all of it does together.
        </p>
      </section>
    </EntityView>
  );
}

function StoredHoldout({ id }: { id: string }) {
  const { edit = false } = useSearch({ strict: false });
  const { data } = useQuery({
    ...query("readHoldout", { id }),
    throwOnError: isFirstFailure,
  });
  if (!data) return <LoadingHead label="Loading the holdout" />;
  return edit ? (
    <EditPage
      entity={data.data}
      resource="Holdout"
      section="holdouts"
      form={(place) => <HoldoutForm key={place.slot} {...place} />}
    />
  ) : (
    <HoldoutView holdout={data.data} />
  );
}

export function HoldoutPage() {
  const { id = "" } = useParams({ strict: false });
  return id === "new" ? (
    <NewPage
      section="holdouts"
      noun="holdout"
      facts={["Keeps some users out of what is launched and tested, so that the sum of it can be measured."]}
      form={(place) => <HoldoutForm key={place.slot} {...place} />}
    />
  ) : (
    <StoredHoldout key={id} id={id} />
  );
}
