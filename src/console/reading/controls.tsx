// How to look at the results: which groups, on which scale, how strictly, in which order. All of it stands in the address.
import { Popover } from "@base-ui/react/popover";
import { SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { Checkbox } from "#console/forms/checkbox.tsx";
import { SearchField } from "#console/forms/search-field.tsx";
import { Segment } from "#console/forms/segment.tsx";
import { Picker, Select } from "#console/forms/select.tsx";
import { percentSign } from "#console/results/format-result.ts";
import { buttonClass } from "#console/ui/button.tsx";
import { scoreColumns } from "./columns.ts";
import { ownLevel } from "./read-at.ts";
import {
  type Decision,
  type Layout,
  levels,
  type ReadingSearch,
  type SetSearch,
  sortable,
} from "./reading-search.ts";

export interface ControlsProps {
  experiment: Experiment;
  search: ReadingSearch;
  setSearch: SetSearch;
  /** Whether the whiskers decide as it was set up. */
  isSequential: boolean;
}

const everyGroup = "*";

/** The group that an id or a name in the address means; the one set up, or the first, otherwise. */
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
      <Picker
        label="Test"
        value={test ?? everyGroup}
        options={[{ value: everyGroup, label: "All groups" }, ...tests]}
        onChange={(value) => setSearch({ test: value === everyGroup ? undefined : value })}
      />
    </>
  );
}

const ScaleSegment = ({ search, setSearch }: ControlsProps) => (
  <Segment
    label="Change as"
    value={search.scale ?? "percent"}
    options={[
      { value: "percent", label: "Percent" },
      { value: "absolute", label: "Absolute" },
    ]}
    onChange={(scale) => setSearch({ scale: scale === "percent" ? undefined : scale })}
  />
);

/** Level and interval that decide; `Chooser` is a button in the row, a field in the panel. */
function Strictness({
  experiment,
  search,
  setSearch,
  isSequential,
  chooser: Chooser,
}: ControlsProps & { chooser: typeof Picker }) {
  const own = ownLevel(experiment);
  const ownDecision = isSequential ? "sequential" : "fixed";
  const asSetUp = (isOwn: boolean) => (isOwn ? ", as set up" : "");
  const decisions: { value: Decision; label: string }[] = [
    { value: "sequential", label: `Whiskers${asSetUp(isSequential)}` },
    { value: "fixed", label: `Bars${asSetUp(!isSequential)}` },
  ];
  return (
    <>
      <Chooser
        label="Level"
        value={search.level ?? own}
        options={levels.map((level) => ({
          value: level,
          label: `${level}${percentSign}${asSetUp(level === own)}`,
        }))}
        onChange={(level) => setSearch({ level: levels.find((known) => known === level && known !== own) })}
      />
      <Chooser
        label="Decide by"
        value={search.decide ?? ownDecision}
        options={decisions}
        onChange={(decide) => setSearch({ decide: decide === ownDecision ? undefined : decide })}
      />
    </>
  );
}

const asSetUp = "set-up";

const layoutNames: Record<Layout, string> = {
  metrics: "By metric",
  groups: "A block a group",
  columns: "Groups side by side",
};

/** What is needed less often, and on a phone all but the groups. */
function ViewPanel(props: ControlsProps) {
  const { search, setSearch } = props;
  const hidden = search.hide ?? [];
  const setHidden = (hide: string[]) => setSearch({ hide: hide.length ? hide : undefined });
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 tablet:hidden">
        <ScaleSegment {...props} />
        <Strictness {...props} chooser={Select} />
      </div>
      <Select
        label="Layout"
        value={search.layout ?? "metrics"}
        options={[
          { value: "metrics", label: layoutNames.metrics },
          { value: "groups", label: layoutNames.groups },
          { value: "columns", label: layoutNames.columns },
        ]}
        onChange={(layout) => setSearch({ layout: layout === "metrics" ? undefined : layout })}
      />
      <div className="grid grid-cols-2 gap-2">
        <Select
          label="Sort by"
          value={search.sort ?? asSetUp}
          options={[
            { value: asSetUp, label: "As set up" },
            ...scoreColumns.flatMap(({ id, header }) =>
              id === "plot" ? [] : [{ value: id, label: header }],
            ),
          ]}
          onChange={(sort) => setSearch({ sort: sortable.find((known) => known === sort), order: undefined })}
        />
        <Select
          label="Order"
          value={search.order ?? "ascending"}
          options={[
            { value: "ascending", label: "Ascending" },
            { value: "descending", label: "Descending" },
          ]}
          onChange={(order) => setSearch({ order: order === "ascending" ? undefined : order })}
        />
      </div>
      <fieldset className="max-tablet:hidden">
        <legend className="mb-1 text-12 font-medium">Columns</legend>
        <div className="grid grid-cols-2">
          {scoreColumns
            .filter(({ isOptional }) => isOptional)
            .map(({ id, header }) => (
              <Checkbox
                key={id}
                label={header}
                checked={!hidden.includes(id)}
                onChange={(shown) =>
                  setHidden(shown ? hidden.filter((column) => column !== id) : [...hidden, id])
                }
              />
            ))}
        </div>
      </fieldset>
    </div>
  );
}

const ViewButton = ({ children }: { children: ReactNode }) => (
  <Popover.Root>
    <Popover.Trigger
      className={`${buttonClass("outlined")} max-tablet:w-control max-tablet:px-0`}
      aria-label="View"
    >
      <SlidersHorizontal size={14} aria-hidden />
      <span className="max-tablet:hidden">View</span>
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Positioner sideOffset={4} align="end" className="z-40">
        <Popover.Popup
          aria-label="View"
          className="w-80 max-w-[calc(100vw-32px)] rounded border border-border bg-surface-raised p-4 shadow-float outline-none"
        >
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
);

/** Says when the results are read differently than they were set up. */
function Difference({ experiment, search, setSearch, isSequential }: ControlsProps) {
  const own = ownLevel(experiment);
  const parts = [
    search.level && search.level !== own
      ? `at ${search.level}${percentSign} instead of ${own}${percentSign}`
      : "",
    search.decide && (search.decide === "sequential") !== isSequential
      ? search.decide === "fixed"
        ? "by the fixed bars, which are valid at the planned end only"
        : "by the sequential whiskers, though sequential testing is off"
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
    <div className="flex flex-wrap items-center gap-2 max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <GroupPickers {...props} />
      <div className="contents max-tablet:hidden">
        <ScaleSegment {...props} />
        <Strictness {...props} chooser={Picker} />
      </div>
      <ViewButton>
        <ViewPanel {...props} />
      </ViewButton>
      <div className="ml-auto max-tablet:col-span-3 max-tablet:ml-0">
        <SearchField
          label="Filter metrics, groups, slices"
          value={props.search.filter ?? ""}
          onChange={(filter) => props.setSearch({ filter: filter || undefined })}
        />
      </div>
    </div>
    <Difference {...props} />
  </section>
);
