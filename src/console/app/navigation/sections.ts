// The sections of the console, as listed by the rail, the palette, the shortcuts and the breadcrumb.
import {
  Activity,
  ChartNoAxesColumn,
  Contact,
  Database,
  FlaskConical,
  House,
  KeyRound,
  type LucideIcon,
  Plug,
  SlidersHorizontal,
  ToggleRight,
} from "lucide-react";

const section = <const Path extends string, const Kind extends string | undefined>(
  path: Path,
  label: string,
  icon: LucideIcon,
  kind: Kind,
  key?: string,
) => ({ path, label, icon, kind, key, noun: kind?.replace("_", " ") });

export const sections = [
  section("", "Home", House, undefined, "h"),
  section("gates", "Gates", ToggleRight, "gate", "g"),
  section("dynamic_configs", "Dynamic configs", SlidersHorizontal, "dynamic_config", "c"),
  section("experiments", "Experiments", FlaskConical, "experiment", "e"),
  section("metrics", "Metrics", ChartNoAxesColumn, "metric", "m"),
  section("events", "Events", Activity, "event", "v"),
  section("entity_properties", "Entity properties", Contact, "entity_property"),
  section("warehouse", "Warehouse", Database, undefined),
  section("keys", "Keys and settings", KeyRound, undefined),
  section("connect", "Connect an app", Plug, undefined),
  section("layers", "Layers", FlaskConical, "layer"),
  section("segments", "Segments", FlaskConical, "segment"),
  section("holdouts", "Holdouts", FlaskConical, "holdout"),
  section("assignment_sources", "Assignment sources", Database, "assignment_source"),
  section("metric_sources", "Metric sources", Database, "metric_source"),
] as const;

/** Number of sections for daily work, which come first; two are for setup, and the others are reached from the experiments. */
export const subjects = sections.findIndex(({ path }) => path === "keys");

export type Section = (typeof sections)[number];

/** Returns the address of a section's page. */
export const addressOf = ({ path }: Section) =>
  path === "" ? ("/$company" as const) : (`/$company/${path}` as const);

/** The sections that list entities with pages of their own; `kind` names the entities. */
export const entitySections = sections.filter((section) => section.kind !== undefined);

/** Name of a page about all experiments, which belongs to their section but has its own address. */
export const learned = "What we learned";

/** The parts of an address: `/<company>/<section>/<id>`. */
export interface Place {
  readonly company: string | undefined;
  readonly section: Section | undefined;
  readonly id: string | undefined;
}

/** Decodes a part of an address; a badly encoded one is returned unchanged, so that a broken link still opens a page. */
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
