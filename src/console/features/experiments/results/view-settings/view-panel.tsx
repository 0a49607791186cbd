// Controls that are in the toolbar on a wide screen and in the panel on a phone, and those that are only in the panel.
import { Popover } from "@base-ui/react/popover";
import type { Experiment } from "#contract/experiment.ts";
import { Checkbox } from "#console/foundation/forms/checkbox.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { type Picker, Select } from "#console/foundation/forms/select.tsx";
import { scoreColumns, sorts } from "./columns.ts";
import { ownLevel } from "#console/features/experiments/results/model/analysis.ts";
import {
  type Layout,
  layoutOf,
  levels,
  type SetSearch,
  sortable,
  type ViewSettings,
} from "./view-settings.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";

export interface ControlsProps {
  experiment: Experiment;
  search: ViewSettings;
  setSearch: SetSearch;
  /** True if sequential intervals decide by configuration. */
  isSequential: boolean;
}

export const ScaleSegment = ({ search, setSearch }: ControlsProps) => (
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

/** Neither option is selected once the user has dragged the scale. */
export const FitSegment = ({ search, setSearch }: Pick<ControlsProps, "search" | "setSearch">) =>
  search.scale === "absolute" ? null : (
    <Segment<"primary" | "all" | "own">
      label="Scale"
      value={search.axis === undefined ? "primary" : search.axis === "all" ? "all" : "own"}
      options={[
        { value: "primary", label: "Fit primary" },
        { value: "all", label: "Fit all" },
      ]}
      onChange={(fit) => setSearch({ axis: fit === "all" ? fit : undefined })}
    />
  );

/** `Chooser` is a button in the toolbar and a field in the panel. */
export const LevelChooser = ({
  experiment,
  search,
  setSearch,
  chooser: Chooser,
}: ControlsProps & { chooser: typeof Picker }) => (
  <Chooser
    label="Confidence level"
    value={String(search.level ?? ownLevel(experiment))}
    options={levels.map((level) => ({ value: String(level), label: `${level}${percentSign}` }))}
    onChange={(chosen) =>
      setSearch({ level: levels.find((level) => level === Number(chosen) && level !== ownLevel(experiment)) })
    }
  />
);

const asSetUp = "set-up";

const layouts: { value: Layout; label: string }[] = [
  { value: "metrics", label: "By metric" },
  { value: "groups", label: "A block a group" },
  { value: "columns", label: "Groups side by side" },
];

/** Less common settings; on a phone all of them except the groups. */
export function ViewPanel(props: ControlsProps) {
  const { experiment, search, setSearch, isSequential } = props;
  const own = isSequential ? "sequential" : "fixed";
  const hidden = search.hide ?? [];
  const setHidden = (hide: string[]) => setSearch({ hide: hide.length ? hide : undefined });
  return (
    <Popover.Popup
      aria-label="View"
      className="grid w-80 max-w-[calc(100vw-32px)] gap-4 rounded border border-border bg-surface-raised p-4 shadow-float outline-none"
    >
      <div className="grid gap-4 tablet:hidden">
        <ScaleSegment {...props} />
        <LevelChooser {...props} chooser={Select} />
      </div>
      <div className="min-[1360px]:hidden">
        <FitSegment {...props} />
      </div>
      <Select
        label="Decide by"
        value={search.decide ?? own}
        options={[
          { value: "sequential", label: "Whiskers: valid at every look" },
          { value: "fixed", label: "Bars: valid at the planned end" },
        ]}
        onChange={(decide) => setSearch({ decide: decide === own ? undefined : decide })}
      />
      {experiment.groups.length > 2 ? (
        <Select
          label="Layout"
          value={layoutOf(search)}
          options={layouts}
          onChange={(layout) =>
            setSearch({
              layout: layout === "metrics" ? undefined : layout,
              test: search.test === "*" ? undefined : search.test,
            })
          }
        />
      ) : null}
      <div className="grid grid-cols-2 gap-2">
        <Select
          label="Sort by"
          value={search.sort ?? asSetUp}
          options={[
            { value: asSetUp, label: "As set up" },
            ...sorts.map(({ id, header }) => ({ value: id, label: header })),
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
      <fieldset className="stacked:hidden">
        <legend className="mb-1 text-12 font-medium">Columns</legend>
        <div className="grid grid-cols-2">
          {scoreColumns
            .filter(({ isFixed }) => !isFixed)
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
    </Popover.Popup>
  );
}
