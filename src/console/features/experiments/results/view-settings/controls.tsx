// Controls for the view settings of the results: groups, scale, level and order. All are kept in the address.
import { Popover } from "@base-ui/react/popover";
import { SlidersHorizontal } from "lucide-react";
import type { Experiment } from "#contract/experiment.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { Picker } from "#console/foundation/forms/select.tsx";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { ownLevel } from "#console/features/experiments/results/model/analysis.ts";
import { type ControlsProps, FitSegment, LevelChooser, ScaleSegment, ViewPanel } from "./view-panel.tsx";
import { percentSign } from "#console/foundation/ui/wording.ts";

const everyGroup = "*";

/** Finds the control group by id or name from the address; by default the configured one, else the first. */
export const controlOf = ({ groups, controlGroupID }: Experiment, control: string | undefined) =>
  groups.find(({ id, name }) => id === control || name === control) ??
  groups.find(({ id }) => id === controlGroupID) ??
  groups[0];

function GroupPickers({ experiment, search, setSearch }: ControlsProps) {
  const control = controlOf(experiment, search.control);
  const groups = experiment.groups.map(({ id, name }) => ({ value: id, label: name }));
  const tests = groups.filter(({ value }) => value !== control?.id);
  const test = experiment.groups.find(({ id, name }) => id === search.test || name === search.test)?.id;
  return (
    <>
      <Picker
        label="Control"
        value={control?.id ?? ""}
        options={groups}
        onChange={(value) => setSearch({ control: value, test: undefined })}
      />
      {tests.length > 1 ? (
        <Picker
          label="Treatment"
          value={test ?? everyGroup}
          options={[{ value: everyGroup, label: "All groups" }, ...tests]}
          onChange={(value) => setSearch({ test: value === everyGroup ? undefined : value })}
        />
      ) : null}
    </>
  );
}

/** Notes that the results are read under other settings than configured. */
function Difference({ experiment, search, setSearch, isSequential }: ControlsProps) {
  const own = ownLevel(experiment);
  const parts = [
    search.level && search.level !== own
      ? `at ${search.level}${percentSign} instead of ${own}${percentSign}`
      : "",
    search.decide && (search.decide === "sequential") !== isSequential
      ? search.decide === "fixed"
        ? "by the fixed bars, which are valid at the planned end only"
        : "by the sequential whiskers, though sequential testing is disabled"
      : "",
  ].filter((part) => part !== "");
  if (parts.length === 0) return null;
  return (
    <p role="status" className="figures text-12 text-text-muted">
      <b className="font-medium text-text">Not as set up:</b> this table is read {parts.join(", and ")}. The
      verdict stays with the set-up.{" "}
      <button
        type="button"
        className="link font-medium"
        onClick={() => setSearch({ level: undefined, decide: undefined })}
      >
        Read as set up
      </button>
    </p>
  );
}

export const Controls = (props: ControlsProps) => (
  <section aria-label="How to look" className="grid gap-2 pb-2">
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <div className="flex gap-2 max-tablet:min-w-0 max-tablet:flex-1 max-tablet:*:min-w-0 max-tablet:*:flex-1">
        <GroupPickers {...props} />
      </div>
      <div className="contents max-tablet:hidden">
        <ScaleSegment {...props} />
        <LevelChooser {...props} chooser={Picker} />
      </div>
      <Popover.Root>
        <Popover.Trigger
          className={`${buttonClass("outlined")} max-[1499px]:w-control max-[1499px]:px-0`}
          aria-label="View"
        >
          <SlidersHorizontal size={14} aria-hidden />
          <span className="max-[1499px]:hidden">View</span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={4} align="end" className="z-40">
            <ViewPanel {...props} />
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <div className="contents max-[1359px]:hidden">
        <FitSegment {...props} />
      </div>
      <div className="ml-auto min-w-40 max-tablet:basis-full tablet:max-w-70 tablet:flex-1">
        <SearchField
          label="Filter metrics, groups or slices"
          value={props.search.filter ?? ""}
          onChange={(filter) => props.setSearch({ filter: filter || undefined })}
        />
      </div>
    </div>
    <Difference {...props} />
  </section>
);
