// The sections of the console: what the rail, the palette, the shortcuts and the breadcrumb all list.
import { Activity, Contact, Database, FlaskConical, SlidersHorizontal, ToggleRight } from "lucide-react";

export const sections = [
  { path: "gates", label: "Gates", icon: ToggleRight, key: "g" },
  { path: "dynamic_configs", label: "Dynamic configs", icon: SlidersHorizontal, key: "c" },
  { path: "experiments", label: "Experiments", icon: FlaskConical, key: "e" },
  { path: "events", label: "Events", icon: Activity, key: "v" },
  { path: "entity_properties", label: "Entity properties", icon: Contact, key: undefined },
  { path: "warehouse", label: "Warehouse", icon: Database, key: undefined },
] as const;

type Section = (typeof sections)[number];

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
  const [company, path, id] = pathname.split("/").filter(Boolean).map(decoded);
  return { company, section: sections.find((section) => section.path === path), id };
}
