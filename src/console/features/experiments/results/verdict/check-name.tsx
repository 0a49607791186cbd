// The name of a health check with an icon, a colour and a word for its state.
import { Check, CircleAlert, Clock, TriangleAlert } from "lucide-react";
import type { HealthCheck } from "#contract/experiment-overview.ts";
import { checkText, stateOf, stateWords } from "./health-messages.ts";

const looks = {
  failed: { icon: CircleAlert, colour: "text-danger font-medium" },
  open: { icon: TriangleAlert, colour: "text-warning font-medium" },
  waiting: { icon: Clock, colour: "text-text-muted" },
  passed: { icon: Check, colour: "text-text-muted" },
};

export const CheckName = ({ check, figure }: { check: HealthCheck; figure?: string }) => {
  const state = stateOf(check);
  const { icon: Icon, colour } = looks[state];
  return (
    <span className={`flex items-start gap-1.5 ${colour}`}>
      <Icon size={14} aria-hidden className="mt-0.75 shrink-0" />
      <span>
        {checkText(check)}
        {figure ? <span className="figures ml-1.5 whitespace-nowrap">{figure}</span> : null}
        <span className="sr-only">: {stateWords[state]}</span>
      </span>
    </span>
  );
};
