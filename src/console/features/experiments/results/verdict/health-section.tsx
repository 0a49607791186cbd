// The health of an experiment, above its results: all checks in one line, and failed ones with their meaning and advice.
import { Link } from "@tanstack/react-router";
import type { Experiment } from "#contract/experiment.ts";
import type { HealthCheck, RunningChange } from "#contract/experiment-overview.ts";
import { agree, plural } from "#console/foundation/ui/wording.ts";
import { changeKey, ChangeText } from "./change-text.tsx";
import { CheckName } from "./check-name.tsx";
import { figureOf, inOrder, unbroken } from "./health-messages.ts";
import { SplitTable } from "./split-table.tsx";

function headlineOf(checks: readonly HealthCheck[]): string {
  const count = (status: string) => checks.filter((check) => check.status === status).length;
  const [failed, open, waiting] = [count("FAILED"), count("WARNING"), count("WAITING")];
  if (failed) return `${failed} of ${checks.length} checks failed`;
  if (open) return `${plural(open, "warning")} in ${checks.length} checks`;
  if (waiting) return `${waiting} of ${checks.length} checks ${agree(waiting, "waits", "wait")} for data`;
  return `All ${checks.length} checks passed`;
}

/** Lists the changes, each with a link to the results since then. */
const ChangeList = ({ changes }: { changes: readonly RunningChange[] }) => (
  <ul className="mt-1 grid gap-0.5">
    {changes.map((change) => (
      <li key={changeKey(change)}>
        <ChangeText change={change} />{" "}
        <Link
          from="/$company/experiments/$id"
          to="/$company/experiments/$id"
          search={(before) => ({ ...before, since: change.time, checks: undefined })}
          className="link"
        >
          Read the results from here on
        </Link>
      </li>
    ))}
  </ul>
);

const CheckDetail = ({ check }: { check: HealthCheck }) => (
  <div className="grid grid-cols-[272px_minmax(0,1fr)] gap-4 py-1.5 max-tablet:grid-cols-1 max-tablet:gap-0.5">
    <dt>
      <CheckName check={check} />
    </dt>
    <dd className={`max-w-3xl ${check.status === "FAILED" ? "" : "text-text-muted"}`}>
      {unbroken(check.description)}
      {check.changes ? <ChangeList changes={check.changes} /> : null}
      {check.groups ? <SplitTable groups={check.groups} isFailed={check.status === "FAILED"} /> : null}
    </dd>
  </div>
);

/** Number of checks named in the line; the rest are under "All checks". */
const shown = 4;

interface HealthSectionProps {
  experiment: Experiment;
  /** True while the checks are reloaded with the results; until then only failed ones are shown. */
  isDue: boolean;
  /** True if all checks are shown with their texts; failed ones always are. */
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

export function HealthSection({ experiment, isDue, isOpen, setOpen }: HealthSectionProps) {
  const checks = inOrder(experiment.healthChecks ?? []);
  const detailed = isOpen && !isDue ? checks : checks.filter(({ status }) => status === "FAILED");
  const named = isDue ? [] : checks.filter((check) => !detailed.includes(check)).slice(0, shown);
  if (checks.length === 0) return null;
  return (
    <section aria-label="Health checks" className="border-b border-border">
      {/* On a phone the names get their own line, so that headline and button do not move when they appear. */}
      <div className="flex min-h-10 flex-wrap items-center gap-x-5 gap-y-1 py-1.5 max-tablet:content-start tablet:flex-nowrap">
        <b className="font-strong whitespace-nowrap">
          {isDue && detailed.length === 0 ? "The checks come with the results" : headlineOf(checks)}
        </b>
        {named.length ? (
          <ul
            className={`flex min-w-0 flex-wrap gap-x-5 gap-y-1 tablet:h-5 tablet:overflow-hidden ${detailed.length ? "max-tablet:hidden" : "max-tablet:order-last max-tablet:basis-full max-tablet:[&>li:nth-child(n+2)]:hidden"}`}
          >
            {named.map((check) => (
              // The key includes the status: a new state remounts the item and does not count as a layout shift.
              <li key={`${check.name} ${check.status}`} title={unbroken(check.description)}>
                <CheckName check={check} figure={figureOf(check)} />
              </li>
            ))}
          </ul>
        ) : null}
        <button
          type="button"
          aria-expanded={isOpen}
          className="link ml-auto min-h-6 shrink-0 pointer-coarse:min-h-11"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Fewer checks" : "All checks"}
        </button>
      </div>
      {detailed.length ? (
        <dl className="border-t border-border py-1.5">
          {detailed.map((check) => (
            <CheckDetail key={check.name} check={check} />
          ))}
        </dl>
      ) : null}
    </section>
  );
}
