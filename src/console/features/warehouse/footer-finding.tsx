// A one-line result of the connection test, beside the buttons, because its panel may be out of view, and on a phone always is.
import { Check, LoaderCircle, Minus, TriangleAlert, X } from "lucide-react";
import type { WarehouseCheck } from "#contract/warehouse-check.ts";
import { plural } from "#console/foundation/ui/wording.ts";

const toDoctor = () => document.getElementById("doctor")?.scrollIntoView({ block: "start" });

function findingOf({ steps, isFinished }: WarehouseCheck) {
  const failed = steps.find(({ state }) => state === "failed");
  if (failed) return { Mark: X, colour: "text-danger", text: `Statements would fail at ${failed.name}` };
  const running = steps.find(({ state }) => state === "running");
  if (!isFinished)
    return { Mark: LoaderCircle, colour: "text-text-muted", text: `Testing ${running?.name ?? ""} …` };
  const warned = steps.filter(({ state }) => state === "warned").length;
  return warned > 0
    ? { Mark: TriangleAlert, colour: "text-warning", text: `Tested, with ${plural(warned, "warning")}` }
    : { Mark: Check, colour: "text-ok", text: "All steps of the test passed" };
}

interface FooterFindingProps {
  check: WarehouseCheck;
  /** The settings of the form have changed since the test. */
  hasChanged: boolean;
}

const outdated = { Mark: Minus, colour: "text-text-muted", text: "Changed since the test" };

export function FooterFinding({ check, hasChanged }: FooterFindingProps) {
  const { Mark, colour, text } = check.isFinished && hasChanged ? outdated : findingOf(check);
  return (
    <button
      type="button"
      className={`inline-flex items-center gap-1.5 text-left underline-offset-2 hover:underline pointer-coarse:min-h-11 ${colour}`}
      onClick={toDoctor}
    >
      <Mark
        size={14}
        aria-hidden
        className={`shrink-0 ${check.isFinished ? "" : "motion-safe:animate-spin"}`}
      />
      {text}
    </button>
  );
}
