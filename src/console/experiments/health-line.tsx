// The health checks in one line, what needs a look first; all of them with their words on demand.
import { getRouteApi } from "@tanstack/react-router";
import { Check, CircleAlert, Clock, TriangleAlert } from "lucide-react";
import type { Experiment, HealthCheck } from "#contract/experiment.ts";

const route = getRouteApi("/$company/experiments/$id");

const looks = {
  FAILED: { rank: 0, icon: CircleAlert, colour: "text-danger font-medium" },
  WARNING: { rank: 1, icon: TriangleAlert, colour: "text-warning font-medium" },
  WAITING: { rank: 2, icon: Clock, colour: "text-text-muted" },
  PASSED: { rank: 3, icon: Check, colour: "text-text-muted" },
};
const lookOf = (status: string) =>
  status === "FAILED" || status === "WARNING" || status === "PASSED" ? looks[status] : looks.WAITING;

function Headline({ checks }: { checks: readonly HealthCheck[] }) {
  const open = checks.filter(({ status }) => status === "FAILED" || status === "WARNING").length;
  if (open === 0) return <b className="font-strong">{checks.length} checks</b>;
  return (
    <b className="font-strong">
      {open} of {checks.length} checks {open === 1 ? "needs" : "need"} a look
    </b>
  );
}

const shown = 4;

export function HealthLine({ experiment }: { experiment: Experiment }) {
  const { checks: isOpen = false } = route.useSearch();
  const navigate = route.useNavigate();
  const checks = [...(experiment.healthChecks ?? [])].sort(
    (a, b) => lookOf(a.status).rank - lookOf(b.status).rank,
  );
  if (checks.length === 0) return null;
  return (
    <section aria-label="Health checks" className="border-b border-border">
      <div className="flex min-h-10 flex-wrap items-center gap-x-5 gap-y-1 py-1.5">
        <Headline checks={checks} />
        <ul className="flex flex-wrap gap-x-5 gap-y-1 max-tablet:[&>li:nth-child(n+2)]:hidden">
          {checks.slice(0, shown).map((check) => {
            const { icon: Icon, colour } = lookOf(check.status);
            return (
              <li
                key={check.name}
                title={check.description}
                className={`flex items-center gap-1.5 ${colour}`}
              >
                <Icon size={14} aria-hidden />
                {check.name}
                <span className="sr-only">: {check.status.toLowerCase()}</span>
              </li>
            );
          })}
        </ul>
        <button
          type="button"
          aria-expanded={isOpen}
          className="link ml-auto min-h-6"
          onClick={() =>
            void navigate({
              search: (before) => ({ ...before, checks: isOpen ? undefined : true }),
              replace: true,
            })
          }
        >
          {isOpen ? "Fewer" : "All checks"}
        </button>
      </div>
      {isOpen ? (
        <dl className="grid gap-2 pb-3">
          {checks.map((check) => {
            const { icon: Icon, colour } = lookOf(check.status);
            return (
              <div
                key={check.name}
                className="grid grid-cols-[240px_1fr] gap-4 max-tablet:grid-cols-1 max-tablet:gap-0"
              >
                <dt className={`flex items-center gap-1.5 ${colour}`}>
                  <Icon size={14} aria-hidden />
                  {check.name}
                </dt>
                <dd className="text-text-muted">
                  <span className="sr-only">{check.status.toLowerCase()}: </span>
                  {check.description}
                </dd>
              </div>
            );
          })}
        </dl>
      ) : null}
    </section>
  );
}
