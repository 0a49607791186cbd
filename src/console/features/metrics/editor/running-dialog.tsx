import type { MetricUse } from "#contract/metric.ts";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import { agree, plural } from "#console/foundation/ui/wording.ts";

interface RunningDialogProps {
  name: string;
  /** Running experiments that use the metric. */
  uses: readonly MetricUse[];
  onClose: () => void;
  onConfirm: () => void;
}

const roles: Readonly<Record<string, string>> = {
  primary: "primary: it decides",
  guardrail: "guardrail",
  secondary: "secondary",
};

/** Asks for confirmation before a change to a metric that running experiments use. */
export const RunningDialog = ({ name, uses, onClose, onConfirm }: RunningDialogProps) => (
  <Confirm
    open
    onClose={onClose}
    title={`Change ${name} under ${plural(uses.length, "running experiment")}`}
    confirmLabel="Change the metric"
    onConfirm={onConfirm}
    consequence={
      <>
        <span className="block">
          {agree(uses.length, "It is", "They are")} measured by the new definition from the next computation
          on, from {agree(uses.length, "its", "their")} first day: results can change, and who looked already
          has seen others.
        </span>
        <span role="list" className="mt-3 grid border-t border-border text-text">
          {uses.map(({ id, name: experiment, role }) => (
            <span
              key={id}
              role="listitem"
              className="flex min-h-9 items-center justify-between gap-3 border-b border-border"
            >
              <b className="min-w-0 font-medium break-words">{experiment}</b>
              <span className="shrink-0 text-text-muted">{roles[role] ?? role}</span>
            </span>
          ))}
        </span>
      </>
    }
  />
);
