import type { Experiment } from "#contract/experiment.ts";
import type { ViewSettings, SetSearch } from "./view-settings.ts";

export interface ControlsProps {
  experiment: Experiment;
  search: ViewSettings;
  setSearch: SetSearch;
  /** Whether the whiskers decide as it was set up. */
  isSequential: boolean;
}
