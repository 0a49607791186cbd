// Imports a file of events or exposures into the log: the file is uploaded, its columns are assigned, then the service imports
// it.
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { ApiFailure, isNotFound } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { upload } from "#console/foundation/api/upload.ts";
import { Button, buttonClass } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { ChooseFile } from "./choose-file.tsx";
import { ColumnsForm } from "./columns-form.tsx";
import { draftOf, requestOf, separatorText, sizeText, type ImportDraft } from "./import-draft.ts";
import { PastImports } from "./past-imports.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { RunningImport } from "./running-import.tsx";
import { useChosenFile, type ChosenFile } from "./use-chosen-file.ts";

const route = getRouteApi("/$company/events");

interface Sending {
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly cancel: AbortController;
}

export function ImportPage() {
  const { company } = route.useParams();
  const { experiment, job } = route.useSearch();
  const setSearch = useSetSearch<{ job: string | undefined }>();
  const client = useQueryClient();
  const refusal = useSaveRefusal();
  const [sending, setSending] = useState<Sending>();
  const [failure, setFailure] = useState<Error>();
  const { chosen, isLoading, choose, forget } = useChosenFile(experiment);
  const create = useSave("createImport");
  const columns = useRef<HTMLHeadingElement>(null);
  const fileID = chosen?.file.id;
  // Moves the focus to the form, where the user continues.
  useEffect(() => columns.current?.focus(), [fileID]);

  const send = async (file: File, draft?: ImportDraft): Promise<ChosenFile | undefined> => {
    const cancel = new AbortController();
    const { name, size } = file;
    setFailure(undefined);
    setSending({ name, size, sent: 0, cancel });
    try {
      const onSent = (sent: number) => setSending({ name, size, sent, cancel });
      const { data } = await upload({ name }, file, { onSent, signal: cancel.signal });
      const next = { source: file, file: data, draft: draft ?? draftOf(data, experiment), job: undefined };
      choose(next);
      return next;
    } catch (error) {
      if (!cancel.signal.aborted) setFailure(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    } finally {
      setSending(undefined);
    }
  };
  const request = (of: ChosenFile, skipBad: boolean, onError?: (error: Error) => void) => {
    const { draft, file } = of;
    const onSuccess = ({ data }: { data: { id: string } }) => {
      choose({ ...of, job: data.id });
      // Going back from the first import of the file leads to its columns.
      setSearch({ job: data.id }, { replace: job !== undefined });
    };
    create.mutate({ body: requestOf(draft, file.id, skipBad) }, { onSuccess, ...(onError && { onError }) });
  };
  /** Imports the file. If the service does not have it any more, after a restart or an hour, it is sent again first. */
  const begin = (skipBad: boolean) => {
    if (!chosen) return;
    const { source, draft } = chosen;
    request(chosen, skipBad, (error) => {
      if (!isNotFound(error)) return;
      if (source) {
        setSearch({ job: undefined });
        void send(source, draft).then((next) => next && request(next, skipBad));
      } else {
        again();
        setFailure(error);
      }
    });
  };
  const again = () => {
    create.reset();
    choose(null);
    setSearch({ job: undefined });
  };
  const problems = create.error instanceof ApiFailure ? create.error.problems : [];
  const known = problems.filter(({ property }) => document.getElementById(`import-${property}`));

  function step() {
    if (isLoading) return <div className="h-24" />;
    // The address may be that of another file's import.
    const own = chosen?.job === job ? chosen : undefined;
    if (job !== undefined)
      return (
        <RunningImport
          key={job}
          id={job}
          onAgain={again}
          onColumns={own && (() => setSearch({ job: undefined }))}
          onSkipBad={own && (() => begin(true))}
          onStored={() => {
            if (own) forget();
            void client.invalidateQueries();
          }}
        />
      );
    if (sending)
      return (
        <div className="grid justify-items-start gap-3">
          <div className="w-full">
            <ProgressBar
              label={`Sending ${sending.name}`}
              share={sending.size ? sending.sent / sending.size : 0}
            >
              {`${sizeText(sending.sent)} of ${sizeText(sending.size)}`}
            </ProgressBar>
          </div>
          <Button onClick={() => sending.cancel.abort()}>Stop sending</Button>
        </div>
      );
    if (!chosen)
      return (
        <div className="grid gap-4">
          {failure ? (
            <FailureNotice
              error={failure}
              title={
                isNotFound(failure)
                  ? "The service does not have the file any more. Choose it again."
                  : "The file could not be read"
              }
            />
          ) : null}
          <ChooseFile refusal={refusal} onChoose={(file) => void send(file)} />
        </div>
      );
    const { file, draft } = chosen;
    return (
      <div className="grid gap-5">
        <h2
          ref={columns}
          tabIndex={-1}
          className="text-15 font-strong outline-none focus-visible:shadow-none"
        >
          Which column holds what?{" "}
          <span className="font-regular text-text-muted">
            {file.name}, {sizeText(file.size)}
            {separatorText(file)}
          </span>
        </h2>
        <PreviewTable file={file} draft={draft} />
        <ColumnsForm
          file={file}
          draft={draft}
          problems={problems}
          onChange={(part) => choose({ ...chosen, draft: { ...draft, ...part } })}
        />
        {create.error && known.length < Math.max(1, problems.length) ? (
          <FailureNotice error={create.error} title="The import did not begin" />
        ) : null}
        <p className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            disabledReason={refusal ?? (create.isPending ? "It begins." : undefined)}
            onClick={() => begin(false)}
          >
            {`Import these ${draft.kind}`}
          </Button>
          <Button variant="quiet" onClick={again}>
            Choose another file
          </Button>
        </p>
      </div>
    );
  }
  return (
    <>
      <PageHead
        title="Import a file"
        facts={[
          experiment ? "Exposures of an experiment." : "Events, or exposures of an experiment.",
          "All of it is stored, or nothing.",
          "Each import can be undone.",
        ]}
      />
      <div className="grid gap-2">
        <p>
          {experiment ? (
            <Link
              to="/$company/experiments/$id"
              params={{ company, id: experiment }}
              className={buttonClass("quiet", "small")}
            >
              Back to the experiment
            </Link>
          ) : (
            <Link
              to="/$company/events"
              params={{ company }}
              className={`-ml-2 ${buttonClass("quiet", "small")}`}
            >
              Back to the events
            </Link>
          )}
        </p>
        {step()}
      </div>
      {/* Hidden during these steps, because changes above the list would move it. */}
      {job === undefined && !isLoading && !sending && !chosen ? <PastImports /> : null}
    </>
  );
}
