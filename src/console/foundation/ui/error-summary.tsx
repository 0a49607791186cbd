import { Notice } from "./notice.tsx";

export interface SummaryProblem {
  /** Id of the element to focus. */
  id: string;
  label: string;
  message: string;
  /** Mounts the element first if it is in another tab. */
  bring?: () => Promise<void>;
}

function focusField(id: string) {
  const field = document.getElementById(id);
  field?.scrollIntoView({ block: "center" });
  field?.focus();
}

async function goTo({ id, bring }: SummaryProblem) {
  if (!document.getElementById(id)) await bring?.();
  // A newly mounted element is drawn in the next frame.
  requestAnimationFrame(() => focusField(id));
}

/** All problems of a form at its top, each a link to its field. */
export function ErrorSummary({ title, problems }: { title: string; problems: SummaryProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="danger" title={title}>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.id} ${problem.message}`}>
            <a
              href={`#${problem.id}`}
              className="link underline underline-offset-2"
              onClick={(event) => {
                event.preventDefault();
                void goTo(problem);
              }}
            >
              {problem.label}
            </a>
            : {problem.message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
