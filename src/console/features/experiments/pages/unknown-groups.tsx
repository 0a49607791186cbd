// Warns about exposures to a group that the experiment does not have, since they are not counted.
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { CheckedRule } from "#contract/checks.ts";
import { query } from "#console/foundation/api/query.ts";
import { agree, andList, formatCount, plural } from "#console/foundation/ui/wording.ts";

/** Period to check: 30 days, in hours. */
const hours = 720;
/** Number of groups that are named; the rest are only counted. */
const named = 5;

const exposuresOf = ({ passed, failed }: CheckedRule) => passed + failed;

export function UnknownGroups({ id }: { id: string }) {
  const { data } = useQuery(query("readExperimentChecks", { id, hours }));
  const unknown = data?.data.rules.filter(({ isKnown }) => !isKnown) ?? [];
  if (unknown.length === 0) return null;
  const total = unknown.reduce((sum, rule) => sum + exposuresOf(rule), 0);
  const first = unknown.slice(0, named);
  const others = unknown.length - first.length;
  const groups = andList([
    ...first.map((rule) => `“${rule.ruleID}” (${formatCount(exposuresOf(rule))})`),
    ...(others > 0 ? [plural(others, "other")] : []),
  ]);
  return (
    <section aria-label="Unknown groups" className="flex max-w-4xl gap-1.5 pt-3">
      <TriangleAlert size={14} aria-hidden className="mt-0.75 shrink-0 text-warning" />
      <p>
        <b className="font-medium text-warning">
          {plural(total, "exposure")} of the last 30 days named {agree(unknown.length, "a group", "groups")}{" "}
          that this experiment does not have:
        </b>{" "}
        {groups}.{" "}
        <span className="text-text-muted">
          The results leave them out. Look whether an app still has older groups, or logs exposures under
          names of its own.
        </span>
      </p>
    </section>
  );
}
