// Writes the parameters of the shipped group into the default value of a dynamic config that has the same fields.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { dynamicConfigEndpoints } from "#contract/dynamic-config-endpoints.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { ChangeDialogBaseProps } from "#console/features/experiments/lifecycle/change-dialog.tsx";
import { WriteDialog } from "#console/editing/review/write-dialog.tsx";
import { useSave } from "#console/foundation/api/save.ts";
import { Select } from "#console/foundation/forms/select.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { changesOf, hasMatchingFields, type FieldChange, textWith } from "./config-fit.ts";
import { firstConfigsQuery, shippedParameters } from "./follow-up-facts.ts";

const Changes = ({ changes }: { changes: readonly FieldChange[] }) => (
  <ul aria-label="Fields that change" className="border-t border-border">
    {changes.map(({ field, before, after }) => (
      <li
        key={field}
        className="grid gap-x-4 border-b border-border py-1.5 break-words tablet:grid-cols-[160px_minmax(0,1fr)]"
      >
        <span className="font-medium">{field}</span>
        <Mono>
          {JSON.stringify(before)} → {JSON.stringify(after)}
        </Mono>
      </li>
    ))}
  </ul>
);

interface LoadedProps extends Omit<ChangeDialogBaseProps, "now" | "onReadAgain"> {
  configs: readonly DynamicConfig[];
  readAgain: () => Promise<void>;
}

function LoadedDialog({ experiment, configs, readAgain, onClose }: LoadedProps) {
  const parameters = shippedParameters(experiment);
  const open = configs.filter((config) => changesOf(config, parameters).length > 0);
  const [chosenID, setChosenID] = useState(open[0]?.id ?? "");
  const config = configs.find(({ id }) => id === chosenID);
  const check = useSave("patchDynamicConfig");
  const save = useSave("patchDynamicConfig");
  const changeReason = `Follows the decision on ${experiment.name}`;
  const body = { defaultValueJson5: config ? textWith(config, parameters) : "", changeReason };
  const ask = useEffectEvent(() => {
    if (config) check.mutate({ id: config.id, body, dryRun: true, basedOn: config.version });
  });
  const version = config?.version;
  useEffect(() => ask(), [chosenID, version]);
  if (!config) return null;
  const name = config.name ?? config.id;
  const changes = changesOf(config, parameters);
  return (
    <WriteDialog
      subject={config}
      readAgain={readAgain}
      onClose={onClose}
      title={`Default value of ${name}`}
      row={dynamicConfigEndpoints.patchDynamicConfig}
      description="Whoever no rule of the config takes gets this value, also once the experiment is gone. Comments and all other fields stay."
      label="Save the default value"
      done={`${name} has the shipped parameters by default`}
      error={save.error ?? check.error}
      isPending={save.isPending || check.isPending}
      reset={() => {
        check.reset();
        save.reset();
      }}
      send={(onSuccess) => save.mutate({ id: config.id, body, basedOn: version }, { onSuccess })}
      body={body}
      missing={
        changes.length === 0
          ? { reason: "It has these values already" }
          : check.isPending
            ? { reason: "The service is checking it" }
            : check.error
              ? { reason: "The service refuses it" }
              : undefined
      }
    >
      {configs.length > 1 ? (
        <Select
          label="Dynamic config"
          value={chosenID}
          onChange={setChosenID}
          options={configs.map((one) => ({ value: one.id, label: one.name ?? one.id }))}
        />
      ) : null}
      <Changes changes={changes} />
    </WriteDialog>
  );
}

const configsFor = (experiment: Experiment, configs: readonly DynamicConfig[]) =>
  configs.filter((config) => hasMatchingFields(config, shippedParameters(experiment)));

export function ConfigDialog(props: Omit<ChangeDialogBaseProps, "now" | "onReadAgain">) {
  const { data, refetch } = useQuery(firstConfigsQuery);
  const readAgain = async () => {
    await refetch();
  };
  return data ? (
    <LoadedDialog {...props} configs={configsFor(props.experiment, data.data)} readAgain={readAgain} />
  ) : null;
}
