// The overrides of an experiment: who always gets a group, who set that, and the dialogs that add and remove overrides.
import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "@tanstack/react-router";
import type { Experiment } from "#contract/experiment.ts";
import { query } from "#console/foundation/api/query.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Table } from "#console/foundation/table/table.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import { capitalise } from "#console/foundation/ui/wording.ts";
import { AddOverrideDialog } from "./add-override-dialog.tsx";
import { countOfUnits, overrideEntries, type OverrideEntry } from "./override-entries.ts";
import { RemoveOverrideDialog } from "./remove-override-dialog.tsx";

/** Number of ids shown before the list is expanded. */
const shown = 4;

function Ids({ ids, unitType }: { ids: readonly string[]; unitType: string }) {
  const list = (some: readonly string[]) => <Mono>{some.join(", ")}</Mono>;
  return ids.length <= shown ? (
    <span className="wrap-anywhere">{list(ids)}</span>
  ) : (
    <details>
      <summary className="link cursor-pointer list-none">{countOfUnits(ids.length, unitType)}</summary>
      <span className="block max-h-48 overflow-y-auto wrap-anywhere">{list(ids)}</span>
    </details>
  );
}

const Who = ({ entry, company }: { entry: OverrideEntry; company: string }) =>
  entry.by === "id" ? (
    <Ids ids={entry.ids} unitType={entry.unitType} />
  ) : entry.type === "gate" ? (
    <span>
      Who passes{" "}
      <Link to="/$company/gates/$id" params={{ company, id: entry.id }} className="link wrap-anywhere">
        {entry.id}
      </Link>
    </span>
  ) : (
    `Who is in the segment ${entry.id}`
  );

const nameOf = (entry: OverrideEntry) => (entry.by === "id" ? entry.ids.slice(0, 2).join(", ") : entry.id);

export function OverridesTab({ experiment, company }: { experiment: Experiment; company: string }) {
  const { data, error, refetch } = useQuery(query("readExperimentOverrides", { id: experiment.id }));
  const [open, setOpen] = useState<{ as: Experiment; entry?: OverrideEntry }>();
  const idType = experiment.idType ?? "userID";
  const entries = useMemo(() => data && overrideEntries(data.data, idType), [data, idType]);
  const columns: Column<OverrideEntry>[] = [
    { id: "who", header: "Who", cell: (entry) => <Who entry={entry} company={company} />, phone: "first" },
    { id: "group", header: "Group", cell: ({ group }) => group, width: "20%", phone: "second-start" },
    {
      id: "environment",
      header: "Environment",
      cell: ({ environment }) => (environment ? capitalise(environment) : "All"),
      width: "132px",
      phone: "second-end",
    },
    {
      id: "set",
      header: "Set by",
      cell: ({ setBy, setTime }) => (
        <span className="text-text-muted">
          {setBy ?? "Unknown"}
          {setTime === null ? null : (
            <>
              {", "}
              <Time value={setTime} />
            </>
          )}
        </span>
      ),
      width: "26%",
      phone: "third",
    },
    {
      id: "remove",
      header: "Remove",
      head: <span className="sr-only">Remove</span>,
      cell: (entry) => (
        <IconButton
          label={`Remove the override of ${nameOf(entry)}`}
          icon={Trash2}
          onClick={() => setOpen({ as: experiment, entry })}
        />
      ),
      width: "48px",
      align: "end",
      phone: "end",
    },
  ];
  const dialog = open && {
    experiment: open.as,
    onReadAgain: (as: Experiment) => setOpen({ ...open, as }),
    onClose: () => setOpen(undefined),
  };
  return (
    <section aria-label="Overrides" className="pb-4">
      <SectionHead
        title="Overrides"
        note="A group for somebody, whatever the experiment would decide. The first that fits counts; none is part of the results."
        action={
          <Button icon={Plus} onClick={() => setOpen({ as: experiment })}>
            Add an override
          </Button>
        }
      />
      {error && !entries ? (
        <FailureNotice error={error} title="The overrides could not be read" retry={() => void refetch()} />
      ) : (
        <Table
          caption="Overrides"
          rows={entries}
          rowKey={({ key }) => key}
          columns={columns}
          emptyText="Nobody is overridden: the experiment decides for everyone."
          isSorted
        />
      )}
      {dialog && open.entry ? <RemoveOverrideDialog {...dialog} entry={open.entry} /> : null}
      {dialog && !open.entry ? <AddOverrideDialog {...dialog} entries={entries ?? []} /> : null}
    </section>
  );
}
