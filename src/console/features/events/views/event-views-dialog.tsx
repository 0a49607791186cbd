// The dialog of saved views of events, which all users share: opens one, saves the current question under a name, replaces or
// deletes one.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EventView } from "#contract/event-answers.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";

type Asked = EventView["query"];

interface EventViewsDialogProps {
  /** The parameters of the current question. */
  current: Asked;
  onOpen: (view: EventView) => void;
  onClose: () => void;
}

interface ViewRowProps {
  view: EventView;
  refusal: string | undefined;
  onOpen: () => void;
  onReplace: () => void;
  onDelete: () => void;
}

function ViewRow({ view: { name, lastModifierName }, refusal, onOpen, onReplace, onDelete }: ViewRowProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-2 border-b border-border">
      <button
        type="button"
        onClick={onOpen}
        className="link min-w-0 py-1.5 text-left font-medium break-words"
      >
        {name}
      </button>
      <span className="text-12 text-text-muted">{lastModifierName}</span>
      {refusal === undefined ? (
        <span className="-mr-2 ml-auto flex">
          {isAsking ? (
            <>
              <Button
                size="small"
                variant="quiet"
                onClick={onDelete}
                aria-label={`Delete ${name} for everybody`}
              >
                Delete for everybody
              </Button>
              {/* In the place of Delete, and with its focus: a second click there deletes nothing. */}
              <Button size="small" variant="quiet" onClick={() => setIsAsking(false)}>
                Keep it
              </Button>
            </>
          ) : (
            <>
              <Button
                size="small"
                variant="quiet"
                onClick={onReplace}
                aria-label={`Replace ${name} by what is in view`}
              >
                Replace
              </Button>
              <Button
                size="small"
                variant="quiet"
                onClick={() => setIsAsking(true)}
                aria-label={`Delete ${name}`}
              >
                Delete
              </Button>
            </>
          )}
        </span>
      ) : null}
    </li>
  );
}

export function EventViewsDialog({ current, onOpen, onClose }: EventViewsDialogProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(query("listEventViews", { limit: 100 }));
  const [create, change, remove] = [
    useSave("createEventView"),
    useSave("patchEventView"),
    useSave("deleteEventView"),
  ];
  const refusal = useSaveRefusal();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const refused = problemsOfFailure(create.error).find(({ property }) => property === "name")?.errorMessage;
  const failure = (refused ? null : create.error) ?? change.error ?? remove.error;
  const isBusy = create.isPending || change.isPending || remove.isPending;
  const save = () => {
    const given = name.trim();
    setProblem(given ? undefined : "Give the view a name");
    if (given && !isBusy)
      create.mutate(
        { body: { name: given, query: current } },
        {
          onSuccess: (answer) => {
            // So that the page's top bar shows its name at once.
            client.setQueryData(query("readEventView", { id: answer.data.id }).queryKey, answer);
            onClose();
            onOpen(answer.data);
          },
        },
      );
  };
  return (
    <Dialog
      onClose={onClose}
      title="Views"
      description="A view is a question to the events. Everybody who uses this service sees it."
      width={480}
    >
      {!data && error ? (
        <FailureNotice error={error} title="The views could not be read" retry={() => void refetch()} />
      ) : null}
      {!data && !error ? <SkeletonRows rows={3} label="Reading the views" /> : null}
      {data?.data.length === 0 ? <p className="pt-3 text-text-muted">No view was saved yet.</p> : null}
      <ul aria-label="Views" className="pt-3">
        {data?.data.map((view) => (
          <ViewRow
            key={view.id}
            view={view}
            refusal={refusal}
            onOpen={() => {
              onClose();
              onOpen(view);
            }}
            onReplace={() =>
              !isBusy && change.mutate({ id: view.id, body: { query: current }, basedOn: view.version })
            }
            onDelete={() => {
              // Its name is free again.
              create.reset();
              if (!isBusy) remove.mutate({ id: view.id, basedOn: view.version });
            }}
          />
        ))}
      </ul>
      {failure ? (
        <div className="pt-3">
          <SaveFailure error={failure} reassurance="The views are as they were." />
        </div>
      ) : null}
      {refusal === undefined ? (
        <form
          className="flex items-end gap-2 pt-4"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <div className="min-w-0 flex-1">
            <TextField
              label="Name for what is in view"
              value={name}
              onChange={(text) => {
                setName(text);
                create.reset();
              }}
              error={problem ?? refused}
            />
          </div>
          <Button type="submit">Save the view</Button>
        </form>
      ) : (
        <p className="pt-4 text-12 text-text-muted">{refusal}</p>
      )}
    </Dialog>
  );
}
