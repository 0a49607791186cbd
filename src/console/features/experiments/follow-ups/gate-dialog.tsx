// Launches the targeting gate of a decided experiment, or archives it once it no longer excludes anyone.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { Gate } from "#contract/gate.ts";
import { gateEndpoints } from "#contract/gate-endpoints.ts";
import type { ChangeDialogBaseProps } from "#console/features/experiments/lifecycle/change-dialog.tsx";
import { WriteDialog } from "#console/editing/review/write-dialog.tsx";
import { query } from "#console/foundation/api/query.ts";
import { useSave } from "#console/foundation/api/save.ts";

interface GateDialogProps extends Omit<ChangeDialogBaseProps, "now" | "onReadAgain"> {
  isLaunch: boolean;
}

const texts = {
  launch: {
    title: "Launch",
    row: gateEndpoints.launchGate,
    description:
      "Everyone passes it from then on, whatever its rules say: in this experiment, and wherever else it is asked.",
    done: "is launched: everyone passes",
  },
  archive: {
    title: "Archive",
    row: gateEndpoints.archiveGate,
    description:
      "It leaves the lists, and nobody passes it. The decision removed the targeting by it, so that what was shipped stays.",
    done: "is archived",
  },
};

function LoadedDialog({
  gate,
  experiment,
  isLaunch,
  readAgain,
  onClose,
}: GateDialogProps & { gate: Gate; readAgain: () => Promise<void> }) {
  const { id, name, version } = gate;
  const { title, row, description, done } = texts[isLaunch ? "launch" : "archive"];
  const launch = useSave("launchGate");
  const archive = useSave("archiveGate");
  const checkLaunch = useSave("launchGate");
  const checkArchive = useSave("archiveGate");
  const changeReason = `Follows the decision on ${experiment.name}`;
  const send = (isCheck: boolean, onSuccess?: () => void) => {
    const shared = { id, basedOn: version, ...(isCheck && { dryRun: true as const }) };
    const options = onSuccess ? { onSuccess } : {};
    if (isLaunch) (isCheck ? checkLaunch : launch).mutate({ ...shared, body: { changeReason } }, options);
    else
      (isCheck ? checkArchive : archive).mutate(
        { ...shared, body: { changeReason, forceArchive: false } },
        options,
      );
  };
  const ask = useEffectEvent(() => send(true));
  useEffect(() => ask(), [version]);
  const check = isLaunch ? checkLaunch : checkArchive;
  const save = isLaunch ? launch : archive;
  return (
    <WriteDialog
      subject={gate}
      readAgain={readAgain}
      onClose={onClose}
      title={`${title} ${name}`}
      row={row}
      isDanger={!isLaunch}
      description={description}
      label={`${title} the gate`}
      done={`${name} ${done}`}
      error={save.error ?? check.error}
      isPending={save.isPending || check.isPending}
      reset={() => {
        check.reset();
        save.reset();
      }}
      send={(onSuccess) => send(false, onSuccess)}
      body={{ changeReason, ...(!isLaunch && { forceArchive: false }) }}
      missing={
        check.isPending
          ? { reason: "The service is checking it" }
          : check.error
            ? { reason: "The service refuses it" }
            : undefined
      }
    />
  );
}

export function GateDialog(props: GateDialogProps) {
  const id = props.experiment.targetingGateID ?? "";
  const { data, refetch } = useQuery({ ...query("readGate", { id }), enabled: id !== "" });
  const readAgain = async () => {
    await refetch();
  };
  return data ? <LoadedDialog {...props} gate={data.data} readAgain={readAgain} /> : null;
}
