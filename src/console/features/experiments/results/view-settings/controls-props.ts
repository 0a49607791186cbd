import type { Experiment } from "#contract/experiment.ts";
import type { ReadingSearch, SetSearch } from "./reading-search.ts";

export interface ControlsProps {
  experiment: Experiment;
  search: ReadingSearch;
  setSearch: SetSearch;
  /** Whether the whiskers decide as it was set up. */
  isSequential: boolean;
}
