import { CircleAlert, TriangleAlert } from "lucide-react";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";

interface ProblemListProps {
  id: string;
  label: string;
  problems: readonly CheckedProblem[];
  onReveal: (problem: CheckedProblem) => void;
  /** Undefined if the text cannot be changed. */
  onFix: (fix: NonNullable<CheckedProblem["fix"]>) => void;
}

/** More problems than this are no help; the first ones often cause the rest. */
const most = 20;

const SeverityIcon = ({ severity }: CheckedProblem) =>
  severity === "error" ? (
    <CircleAlert size={16} role="img" aria-label="Error" className="mt-0.5 shrink-0 text-danger" />
  ) : (
    <TriangleAlert size={16} role="img" aria-label="Warning" className="mt-0.5 shrink-0 text-warning" />
  );

/** Lists every problem as a button that jumps to its position; a problem that can be fixed has a second button. */
export const ProblemList = ({ id, label, problems, onReveal, onFix }: ProblemListProps) => (
  <>
    <ul id={id} aria-label={`Problems in ${label}`} className="mt-1 grid gap-1">
      {problems.slice(0, most).map((problem) => {
        const { line, column, message, path = [], fix } = problem;
        return (
          <li key={`${line}:${column}:${message}`} className="flex flex-wrap items-start gap-x-2">
            <SeverityIcon {...problem} />
            <button
              type="button"
              className="min-w-0 flex-[1_1_12rem] text-left hover:underline"
              onClick={() => onReveal(problem)}
            >
              {path.length ? (
                <>
                  <b className="font-medium">{path.join(".")}:</b>{" "}
                </>
              ) : null}
              <span className="break-words">{message}</span>{" "}
              <span className="text-text-muted">
                Line {line}, column {column}
              </span>
            </button>
            {fix ? (
              <button
                type="button"
                className="ml-6 shrink-0 font-medium text-accent hover:underline"
                onClick={() => onFix(fix)}
              >
                {fix.label}
              </button>
            ) : null}
          </li>
        );
      })}
    </ul>
    {problems.length > most ? (
      <p className="mt-1 text-text-muted">And {problems.length - most} more.</p>
    ) : null}
  </>
);
