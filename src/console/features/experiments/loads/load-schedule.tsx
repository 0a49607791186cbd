import type { Experiment } from "#contract/experiment.ts";
import type { PulseLoadState } from "#contract/pulse-load.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Select } from "#console/foundation/forms/select.tsx";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `Each day at ${String(hour).padStart(2, "0")}:00 UTC`,
}));
const never = { value: "", label: "Only by hand" };

/** Chooses the hour of the daily load; saved on selection. */
export function LoadSchedule({ experiment, state }: { experiment: Experiment; state: PulseLoadState }) {
  const { id, version, scheduledReloadHour } = experiment;
  const save = useSave("patchExperiment");
  const refusal = useSaveRefusal();
  const choose = (hour: string) =>
    save.mutate({
      id,
      basedOn: version,
      body: {
        scheduledReloadHour: hour === "" ? null : Number(hour),
        scheduledReloadType: hour === "" ? null : state.onlyFull ? "full" : "incremental",
      },
    });
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-1 py-2">
      <div className="w-60">
        <Select
          label="Load"
          value={typeof scheduledReloadHour === "number" ? String(scheduledReloadHour) : ""}
          onChange={choose}
          options={[never, ...hours]}
          isReadOnly={refusal !== undefined || save.isPending}
        />
      </div>
      <p role="status" className="min-h-8 content-center text-text-muted">
        {refusal ??
          (save.isPending
            ? "Saving …"
            : state.nextTime === null
              ? ""
              : `Next: ${formatDateTime(state.nextTime)}`)}
      </p>
      {save.error ? <SaveFailure error={save.error} reassurance="The schedule is as it was." /> : null}
    </div>
  );
}
