import { getRouteApi, Link } from "@tanstack/react-router";
import type { LogImport } from "#contract/log-import.ts";
import { Button, buttonClass } from "#console/foundation/ui/button.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { agree, formatCount, plural } from "#console/foundation/ui/wording.ts";
import { rowsText, useUndo } from "./use-undo.tsx";

const route = getRouteApi("/$company/events");

const BadRows = ({ bad, badCount }: Pick<LogImport, "bad" | "badCount">) => (
  <>
    <ul aria-label="Bad rows" className="my-2 grid gap-1">
      {bad.map(({ line, problem }) => (
        <li key={`${line} ${problem}`} className="break-words">
          <span className="figures font-medium">Line {formatCount(line)}</span>: {problem}
        </li>
      ))}
    </ul>
    {badCount > bad.length ? (
      <p className="text-text-muted">and {formatCount(badCount - bad.length)} more</p>
    ) : null}
  </>
);

interface ImportOutcomeProps {
  outcome: LogImport;
  /** Starts over with another file. */
  onAgain: () => void;
  /** Goes back to the columns, if the file is still available. */
  onColumns: (() => void) | undefined;
  onSkipBad: (() => void) | undefined;
}

/** The result of an import: what was stored, or why nothing was, and the next steps. */
export function ImportOutcome({ outcome, onAgain, onColumns, onSkipBad }: ImportOutcomeProps) {
  const { company } = route.useParams();
  const undo = useUndo(onAgain);
  const again = <Button onClick={onAgain}>Import another file</Button>;
  const columns = onColumns ? <Button onClick={onColumns}>Change the columns</Button> : null;
  if (outcome.state === "stored")
    return (
      <>
        <Notice
          tone="info"
          title={`${rowsText(outcome)} of ${outcome.file ?? "the file"} ${agree(outcome.rows, "is", "are")} in the log`}
          action={
            <>
              {outcome.kind === "exposures" && outcome.experimentID ? (
                <Link
                  to="/$company/experiments/$id"
                  params={{ company, id: outcome.experimentID }}
                  className={buttonClass("primary")}
                >
                  Open the experiment
                </Link>
              ) : (
                <Link to="/$company/events" params={{ company }} className={buttonClass("primary")}>
                  See the events
                </Link>
              )}
              {again}
              <Button variant="danger" onClick={() => undo.ask(outcome)}>
                Undo this import
              </Button>
            </>
          }
        >
          {outcome.badCount > 0 ? (
            <>
              <p>{plural(outcome.badCount, "bad row was", "bad rows were")} left out:</p>
              <BadRows {...outcome} />
            </>
          ) : null}
        </Notice>
        {undo.dialog}
      </>
    );
  if (outcome.state === "refused")
    return (
      <Notice
        tone="danger"
        title={`${plural(outcome.badCount, "row")} cannot be read, so nothing was stored`}
        action={
          <>
            {onSkipBad ? (
              <Button variant="primary" onClick={onSkipBad}>
                Import without them
              </Button>
            ) : null}
            {columns}
            {again}
          </>
        }
      >
        <BadRows {...outcome} />
      </Notice>
    );
  const isCancelled = outcome.state === "cancelled";
  return (
    <Notice
      tone={isCancelled ? "info" : "danger"}
      title={isCancelled ? "The import was stopped. Nothing was stored." : "Nothing was imported"}
      action={
        <>
          {columns}
          {again}
        </>
      }
    >
      {outcome.reason}
    </Notice>
  );
}
