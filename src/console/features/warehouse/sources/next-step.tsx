// Leads from a connection to its first result: the one step that comes next.
import { Link } from "@tanstack/react-router";
import type { NextStep as Step } from "./source-rows.ts";

interface NextStepProps {
  step: Step;
  company: string;
}

export function NextStep({ step, company }: NextStepProps) {
  if (step.to === "use") return <>Next: save the settings of a warehouse and use it.</>;
  if (step.to === "assignment")
    return (
      <>
        Next:{" "}
        <Link
          to="/$company/assignment_sources/$id"
          params={{ company, id: "new" }}
          className="link font-medium"
        >
          add an assignment source
        </Link>
        , which says who saw which group.
      </>
    );
  if (step.to === "metric")
    return (
      <>
        Next:{" "}
        <Link to="/$company/metric_sources/$id" params={{ company, id: "new" }} className="link font-medium">
          add a metric source
        </Link>
        , which says what users did.
      </>
    );
  if (step.to !== "load")
    return (
      <>
        Next: name the assignment source in{" "}
        <Link to="/$company/experiments" params={{ company }} className="link font-medium">
          an experiment
        </Link>
        , whose results are then computed there.
      </>
    );
  return (
    <>
      Next: load the first results of{" "}
      <Link to="/$company/experiments/$id" params={{ company, id: step.id }} className="link font-medium">
        {step.name}
      </Link>
      .
    </>
  );
}
