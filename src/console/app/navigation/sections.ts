// The sections of the console: what the rail, the palette, the shortcuts and the breadcrumb all list.
import {
  Activity,
  ChartNoAxesColumn,
  Contact,
  Database,
  FlaskConical,
  House,
  KeyRound,
  Plug,
  SlidersHorizontal,
  ToggleRight,
} from "lucide-react";

export const sections = [
  { path: "", label: "Home", noun: undefined, kind: undefined, icon: House, key: "h" },
  { path: "gates", label: "Gates", noun: "gate", kind: "gate", icon: ToggleRight, key: "g" },
  {
    path: "dynamic_configs",
    label: "Dynamic configs",
    noun: "dynamic config",
    kind: "dynamic_config",
    icon: SlidersHorizontal,
    key: "c",
  },
  {
    path: "experiments",
    label: "Experiments",
    noun: "experiment",
    kind: "experiment",
    icon: FlaskConical,
    key: "e",
  },
  {
    path: "metrics",
    label: "Metrics",
    noun: "metric",
    kind: "metric",
    icon: ChartNoAxesColumn,
    key: "m",
  },
  { path: "events", label: "Events", noun: "event", kind: "event", icon: Activity, key: "v" },
  {
    path: "entity_properties",
    label: "Entity properties",
    noun: undefined,
    kind: undefined,
    icon: Contact,
    key: undefined,
  },
  { path: "warehouse", label: "Warehouse", noun: undefined, kind: undefined, icon: Database, key: undefined },
  {
    path: "keys",
    label: "Keys and settings",
    noun: undefined,
    kind: undefined,
    icon: KeyRound,
    key: undefined,
  },
  { path: "connect", label: "Connect an app", noun: undefined, kind: undefined, icon: Plug, key: undefined },
  { path: "layers", label: "Layers", noun: "layer", kind: "layer", icon: FlaskConical, key: undefined },
  {
    path: "segments",
    label: "Segments",
    noun: "segment",
    kind: "segment",
    icon: FlaskConical,
    key: undefined,
  },
  {
    path: "holdouts",
    label: "Holdouts",
    noun: "holdout",
    kind: "holdout",
    icon: FlaskConical,
    key: undefined,
  },
  {
    path: "assignment_sources",
    label: "Assignment sources",
    noun: "assignment source",
    kind: "assignment_source",
    icon: Database,
    key: undefined,
  },
  {
    path: "metric_sources",
    label: "Metric sources",
    noun: "metric source",
    kind: "metric_source",
    icon: Database,
    key: undefined,
  },
] as const;

/** The number of those that hold work, which come first; two set things up, and the rest is reached from the experiments. */
export const subjects = sections.findIndex(({ path }) => path === "keys");

export type Section = (typeof sections)[number];

/** The address of a section's page. */
export const addressOf = ({ path }: Section) =>
  path === "" ? ("/$company" as const) : (`/$company/${path}` as const);

/** The sections that list what has a page of its own, each named by its `noun`. */
export const entitySections = sections.filter((section) => section.noun !== undefined);

/** A page over all experiments: one of their section, with an address of its own. */
export const learned = "What we learned";

/** Where an address stands: `/<company>/<section>/<id>`. */
export interface Place {
  readonly company: string | undefined;
  readonly section: Section | undefined;
  readonly id: string | undefined;
}

/** Part of an address; as it stands where it is not well encoded, so that a broken link still opens a page. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function placeOf(pathname: string): Place {
  const [company, path = "", id] = pathname.split("/").filter(Boolean).map(decoded);
  const isLearned = path === "learned";
  const listed = isLearned ? "experiments" : path === "users" ? "events" : path;
  return {
    company,
    section: company === undefined ? undefined : sections.find((section) => section.path === listed),
    id: isLearned ? learned : id,
  };
}
