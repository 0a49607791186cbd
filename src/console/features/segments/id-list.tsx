// The id list of a segment: its size, a search for one id, and dialogs that add and remove ids.
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type DragEvent, useMemo, useState } from "react";
import { endpoints } from "#contract/endpoints.ts";
import { maxSegmentIDs, type Segment } from "#contract/segment.ts";
import { WriteDialog } from "#console/editing/review/write-dialog.tsx";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { query } from "#console/foundation/api/query.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { pageOf, Paging } from "#console/foundation/table/paging.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import { addedText, readIDs } from "./segment-words.ts";

const limit = 50;
const fieldID = "segment-ids";

interface ChangeProps {
  segment: Segment;
  ids: readonly string[];
  onClose: () => void;
}

const within = (segment: Segment) =>
  (segment.usedBy ?? []).length > 0 ? "Apps have it within seconds." : "No rule asks for the segment yet.";

/** Adds ids that are typed, pasted or dropped as a file. */
function AddDialog({ segment, ids, onClose }: ChangeProps) {
  const [text, setText] = useState("");
  const save = useSave("addSegmentIDs");
  const known = useMemo(() => new Set(ids), [ids]);
  const pasted = useMemo(() => readIDs(text, known), [text, known]);
  const added = pasted.ids.filter((id) => !known.has(id));
  const total = ids.length + added.length;
  const problem =
    total > maxSegmentIDs
      ? `A segment has at most ${formatCount(maxSegmentIDs)} ids, this one would have ${formatCount(total)}.`
      : undefined;
  const onDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    void file.text().then((content) => setText((before) => (before ? `${before}\n${content}` : content)));
  };
  return (
    <WriteDialog
      subject={segment}
      readAgain={async () => onClose()}
      onClose={onClose}
      title={`Add ids to ${segment.name ?? segment.id}`}
      row={endpoints.addSegmentIDs}
      description={`One a line, or with commas. ${within(segment)}`}
      label={added.length > 0 ? `Add ${plural(added.length, "id")}` : "Add ids"}
      done={`${plural(added.length, "id")} added`}
      missing={
        problem || added.length === 0
          ? { reason: problem ?? "Paste ids that are not in it.", field: fieldID }
          : undefined
      }
      error={save.error}
      isPending={save.isPending}
      reset={save.reset}
      body={{ ids: added }}
      send={(onSuccess) =>
        save.mutate({ id: segment.id, body: { ids: added }, basedOn: segment.version }, { onSuccess })
      }
    >
      <div onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <TextField
          id={fieldID}
          label="Ids"
          multiline
          value={text}
          error={problem}
          help="A text file or a CSV of one column can be dropped here."
          onChange={setText}
        />
        <p aria-live="polite" className="pt-1 font-medium">
          {addedText(pasted)}
        </p>
      </div>
    </WriteDialog>
  );
}

function RemoveDialog({ segment, ids, onClose }: ChangeProps) {
  const save = useSave("removeSegmentIDs");
  const what = ids.length === 1 ? ids[0] : plural(ids.length, "id");
  return (
    <WriteDialog
      subject={segment}
      readAgain={async () => onClose()}
      onClose={onClose}
      title={`Remove ${what} from ${segment.name ?? segment.id}`}
      row={endpoints.removeSegmentIDs}
      isDanger
      description={`Whoever has ${ids.length === 1 ? "this id" : "these ids"} is not in the segment any more. ${within(segment)}`}
      label={`Remove ${ids.length === 1 ? "the id" : plural(ids.length, "id")}`}
      done={`${plural(ids.length, "id")} removed`}
      error={save.error}
      isPending={save.isPending}
      reset={save.reset}
      body={{ ids }}
      send={(onSuccess) =>
        save.mutate({ id: segment.id, body: { ids: [...ids] }, basedOn: segment.version }, { onSuccess })
      }
    />
  );
}

export function IDList({ segment }: { segment: Segment }) {
  const { data, error, refetch } = useQuery(query("readSegmentIDs", { id: segment.id }));
  const [wanted, setWanted] = useState("");
  const [page, setPage] = useState(1);
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<readonly string[]>();
  const refusal = useSaveRefusal();
  const ids = data?.data.ids;
  const typed = wanted.trim();
  const found = (ids ?? []).filter((id) => id.includes(typed));
  const exact = typed !== "" && ids?.includes(typed);
  return (
    <section aria-label="Ids" className="pb-4">
      <SectionHead
        title="Ids"
        note={ids ? `${formatCount(ids.length)} of at most ${formatCount(maxSegmentIDs)}` : ""}
        action={
          <Button icon={Plus} disabledReason={refusal} reasonAt="page" onClick={() => setIsAdding(true)}>
            Add ids
          </Button>
        }
      />
      {!ids && error ? (
        <FailureNotice error={error} title="The ids could not be read" retry={() => void refetch()} />
      ) : null}
      {!ids && !error ? <SkeletonBlock className="h-20" label="Loading the ids" /> : null}
      {ids && ids.length === 0 ? (
        <p className="py-2 text-text-muted">Nobody is in it yet: paste ids, or drop a file of them.</p>
      ) : null}
      {ids && ids.length > 0 ? (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-2">
            <SearchField
              label="Search one id"
              value={wanted}
              onChange={(text) => {
                setWanted(text);
                setPage(1);
              }}
            />
            <p role="status" className="text-text-muted">
              {typed === ""
                ? ""
                : exact
                  ? `${typed} is in the segment.`
                  : `${typed} is not in the segment${found.length > 0 ? `, ${plural(found.length, "id")} with it` : ""}.`}
            </p>
            {typed !== "" && found.length > 1 && !refusal ? (
              <Button size="small" onClick={() => setRemoving(found)}>
                Remove these {formatCount(found.length)}
              </Button>
            ) : null}
          </div>
          <ul
            aria-label="Ids of the segment"
            className="grid border-t border-border tablet:grid-cols-2 tablet:gap-x-6"
          >
            {pageOf(found, page, limit).map((id) => (
              <li key={id} className="flex min-h-8 items-center gap-2 border-b border-border">
                <span className="min-w-0 flex-1 truncate font-mono text-12" title={id}>
                  {id}
                </span>
                {refusal ? null : (
                  <IconButton label={`Remove ${id}`} icon={X} onClick={() => setRemoving([id])} />
                )}
              </li>
            ))}
          </ul>
          {found.length > limit ? (
            <Paging
              label="Pages of the ids"
              total={found.length}
              page={page}
              limit={limit}
              onPage={setPage}
            />
          ) : null}
        </>
      ) : null}
      {isAdding && ids ? <AddDialog segment={segment} ids={ids} onClose={() => setIsAdding(false)} /> : null}
      {removing ? (
        <RemoveDialog segment={segment} ids={removing} onClose={() => setRemoving(undefined)} />
      ) : null}
    </section>
  );
}
