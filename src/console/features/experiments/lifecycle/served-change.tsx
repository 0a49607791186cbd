// Compares the experiment's part of the rules document that apps download, now and after the start.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ServedSpec } from "#contract/served-start.ts";
import { CodeDiff } from "#console/foundation/code-editor/code-diff.tsx";
import { query } from "#console/foundation/api/query.ts";
import { plural } from "#console/foundation/ui/wording.ts";

interface ServedChangeProps {
  id: string;
  /** Start time, ms; undefined for an immediate start. */
  start: number | undefined;
}

const textOf = (specs: readonly ServedSpec[]) => JSON.stringify(specs, undefined, 2);
const ruleCount = (specs: readonly ServedSpec[]) => specs.reduce((sum, { rules }) => sum + rules.length, 0);

export function ServedChange({ id, start }: ServedChangeProps) {
  const [isOpen, setOpen] = useState(false);
  const input = { id, ...(start !== undefined && { analysisStartTime: start }) };
  const { data: answer, error } = useQuery({
    ...query("readServedStart", input),
    // A colleague may have changed the experiment in the meantime.
    refetchOnMount: "always",
  });
  if (error) return <p className="text-text-muted">What apps are told cannot be read now.</p>;
  const { before, after } = answer?.data ?? { before: [], after: [] };
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center">
        What apps are told
        {answer ? `: ${plural(ruleCount(before), "rule")} now, ${ruleCount(after)} after the start` : " …"}
      </summary>
      {isOpen && answer ? (
        <div className="pt-1">
          <CodeDiff label="What apps are told, now and after" before={textOf(before)} after={textOf(after)} />
        </div>
      ) : null}
    </details>
  );
}
