// The follow-ups of a decision and their state: a config's default value, the targeting gate, a holdback, archiving.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { holdbackOf } from "#contract/experiment-holdback.ts";
import { shippedGroup } from "#console/features/experiments/results/model/shipped-group.ts";
import { query } from "#console/foundation/api/query.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { andList, percentText } from "#console/foundation/ui/wording.ts";
import { changesOf, hasMatchingFields } from "./config-fit.ts";
import { ConfigDialog } from "./config-dialog.tsx";
import { firstConfigsQuery, shippedParameters } from "./follow-up-facts.ts";

import { GateDialog } from "./gate-dialog.tsx";
import { HoldbackDialog } from "./holdback-dialog.tsx";

const route = getRouteApi("/$company/experiments/$id");

interface StepProps {
  name: string;
  isDone?: boolean;
  children: ReactNode;
}

const Step = ({ name, isDone = false, children }: StepProps) => (
  <li className="grid grid-cols-[112px_minmax(0,1fr)] py-0.5 max-tablet:grid-cols-1">
    <span className={`flex items-center gap-1.5 self-start ${isDone ? "" : "text-text-muted"}`}>
      {name}
      {isDone ? (
        <>
          <Check size={14} aria-hidden className="text-ok" />
          <span className="sr-only">: done</span>
        </>
      ) : null}
    </span>
    <span className="max-w-4xl text-pretty">{children}</span>
  </li>
);

const To = ({ action, children }: { action: string; children: ReactNode }) => (
  <Link
    from="/$company/experiments/$id"
    to="."
    search={(before) => ({ ...before, action })}
    resetScroll={false}
    className="link whitespace-nowrap font-medium print:hidden"
  >
    {children}
  </Link>
);

function ConfigStep({ experiment, group }: { experiment: Experiment; group: string }) {
  const parameters = shippedParameters(experiment);
  const { data } = useQuery({ ...firstConfigsQuery, enabled: Object.keys(parameters).length > 0 });
  const fitting = data?.data.filter((config) => hasMatchingFields(config, parameters)) ?? [];
  if (fitting.length === 0) return null;
  const open = fitting.filter((config) => changesOf(config, parameters).length > 0);
  const nameOf = (configs: typeof fitting) => andList(configs.map(({ id, name }) => name ?? id));
  return open.length < fitting.length ? (
    <Step name="Default value" isDone>
      The default value of{" "}
      <b className="font-medium">{nameOf(fitting.filter((one) => !open.includes(one)))}</b> has the parameters
      of {group}.
    </Step>
  ) : (
    <Step name="Default value">
      <b className="font-medium">{nameOf(open)}</b> has these parameters with other values.{" "}
      <To action="config">Make {group} the default …</To>
    </Step>
  );
}

function GateStep({ experiment, group }: { experiment: Experiment; group: string }) {
  const { removeTargeting, targetingGateID } = experiment;
  const id = targetingGateID ?? "";
  const { data } = useQuery({ ...query("readGate", { id }), enabled: id !== "" });
  if (!data) return null;
  const { name, status } = data.data;
  const gate = <b className="font-medium">{name}</b>;
  if (removeTargeting !== false)
    return status === "Archived" ? (
      <Step name="Gate" isDone>
        {gate} is archived: it no longer decides who gets {group}.
      </Step>
    ) : (
      <Step name="Gate">
        {gate} no longer decides who gets {group}. <To action="archive_gate">Archive the gate …</To>
      </Step>
    );
  return status === "Launched" ? (
    <Step name="Gate" isDone>
      {gate} is launched: everyone passes, and gets {group}.
    </Step>
  ) : (
    <Step name="Gate">
      Only users who pass {gate} get {group}. <To action="launch_gate">Launch the gate …</To>
    </Step>
  );
}

function HoldbackStep({ experiment, group }: { experiment: Experiment; group: string }) {
  const { holdbackStartTime: start, holdbackEndTime, holdbackPercent = 0, status } = experiment;
  const held = holdbackOf(experiment);
  const read =
    typeof start === "number" ? (
      <Link
        from="/$company/experiments/$id"
        to="."
        search={(before) => ({ ...before, since: start })}
        className="link font-medium whitespace-nowrap"
      >
        Read its results
      </Link>
    ) : null;
  if (held && typeof start === "number")
    return (
      <Step name="Holdback" isDone>
        {percentText(held.percent)} stay in {held.control.name} since {formatDate(start)}, beside whom {group}{" "}
        is measured. {read}{" "}
        {status === "decision_made" ? <To action="holdback">End the holdback …</To> : null}
      </Step>
    );
  return (
    <Step name="Holdback">
      {typeof holdbackEndTime === "number" ? (
        <>
          {percentText(holdbackPercent ?? 0)} were held back until {formatDate(holdbackEndTime)}. {read}{" "}
        </>
      ) : (
        "Everyone gets it, so that nothing is measured any more. "
      )}
      {status === "decision_made" ? <To action="holdback">Keep a holdback …</To> : null}
    </Step>
  );
}

interface FollowUpDialogProps {
  experiment: Experiment;
  now: number;
  action: string | undefined;
  onClose: () => void;
}

/** The dialog of the follow-up named in the address, if any. */
function FollowUpDialog({ experiment, now, action, onClose }: FollowUpDialogProps) {
  const [opened, setOpened] = useState(experiment);
  const common = { experiment: opened, onClose };
  if (action === "holdback") return <HoldbackDialog {...common} now={now} onReadAgain={setOpened} />;
  if (action === "config") return <ConfigDialog {...common} />;
  return action === "launch_gate" || action === "archive_gate" ? (
    <GateDialog {...common} isLaunch={action === "launch_gate"} />
  ) : null;
}

interface FollowUpsSectionProps {
  experiment: Experiment;
  /** Time at which the experiment was read, ms. */
  now: number;
}

/** The follow-ups of a decision; if the control was shipped, archiving is the only one. */
export function FollowUpsSection({ experiment, now }: FollowUpsSectionProps) {
  const { action } = route.useSearch();
  const setSearch = useSetSearch<{ action: string | undefined }>({ resetScroll: false });
  const shipped = shippedGroup(experiment);
  const isArchived = experiment.status === "archived";
  if (!shipped) return null;
  return (
    <section aria-label="What follows" className="border-b border-border pb-3">
      <SectionHead title="What follows" />
      <ul>
        {shipped.isControl ? null : (
          <>
            <ConfigStep experiment={experiment} group={shipped.name} />
            <GateStep experiment={experiment} group={shipped.name} />
            <HoldbackStep experiment={experiment} group={shipped.name} />
          </>
        )}
        <Step name="Archive" isDone={isArchived}>
          {isArchived ? (
            `It is archived, and apps go on getting ${shipped.name}.`
          ) : (
            <>
              Apps go on getting {shipped.name} from the archive.{" "}
              <To action="archive">Archive the experiment …</To>
            </>
          )}
        </Step>
      </ul>
      <FollowUpDialog
        key={action}
        experiment={experiment}
        now={now}
        action={action}
        onClose={() => setSearch({ action: undefined })}
      />
    </section>
  );
}
