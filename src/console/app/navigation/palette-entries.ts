// The entries that the palette finds for a typed text. No looks here.
import { ArrowRight, FlaskConical, Keyboard, Zap, type LucideIcon } from "lucide-react";
import type { PageAction } from "#console/foundation/ui/page-actions.tsx";
import type { FoundEntity } from "#contract/search.ts";
import { configState, experimentState, gateStateText } from "#console/foundation/ui/entity-state.ts";
import type { EntityText } from "./palette-texts.ts";
import { entitySections, learned, type Place, sections } from "./sections.ts";

export interface Entry {
  readonly value: string;
  readonly label: string;
  readonly id?: string;
  readonly note: string;
  readonly icon: LucideIcon;
  /** Address to open, or what to do. */
  readonly address?: string;
  readonly onSelect?: () => void;
}

export interface EntryGroup {
  readonly value: string;
  readonly items: readonly Entry[];
}

/** Found entities of one kind, rules or metrics that are shown at most. */
export const shownPerGroup = 6;

interface Found {
  typed: string;
  /** Of this text, or of an earlier one until the answer is there. */
  entities: readonly FoundEntity[];
  /** Nothing is known of the typed text yet. */
  isSearching: boolean;
  company: string;
  /** Of the page in view. */
  section: Place["section"];
  /** Of the entities. */
  texts: readonly EntityText[];
  /** Of the page in view. */
  actions: readonly PageAction[];
  /** Of the console as a whole. */
  general: readonly PageAction[];
  onHelp: () => void;
}

const entryOf = ({ label, onSelect }: PageAction): Entry => ({
  value: `action/${label}`,
  label,
  note: "",
  icon: Zap,
  onSelect,
});

function stateText({ kind, status, isEnabled }: FoundEntity): string {
  if (kind === "experiment") return experimentState(status ?? "");
  const state = { status, isEnabled: isEnabled !== false };
  if (kind === "gate") return gateStateText(state);
  return kind === "dynamic_config" ? configState(state) : "";
}

/** All that fits the typed text, in the order of use: what can be done here, entities and what stands in them, pages, what can be done everywhere; ids where no entity fits. */
export function entriesFor(found: Found): EntryGroup[] {
  const { typed, entities, isSearching, texts, company, section, actions, general, onHelp } = found;
  const wanted = typed.trim();
  const addressOf = (...parts: string[]) =>
    `/${[company, ...parts].filter(Boolean).map(encodeURIComponent).join("/")}`;
  const fits = ({ label, id = "" }: Entry) =>
    [label, id].some((text) => text.toLowerCase().includes(wanted.toLowerCase()));

  const possible = actions.map(entryOf);
  const others = general.filter(({ label }) => !actions.some((action) => action.label === label));
  const listed = entitySections.map(({ path, kind, label, icon }) => {
    const entries = entities
      .filter((entity) => entity.kind === kind)
      .map((entity): Entry => ({
        value: `${path}/${entity.id}`,
        label: entity.name,
        ...(entity.id === entity.name ? {} : { id: entity.id }),
        note: stateText(entity),
        icon,
        address: addressOf(path, entity.id),
      }));
    return { value: label, items: entries.filter(fits).slice(0, shownPerGroup) };
  });
  const inside = (["Rules", "Metrics of experiments"] as const).map((kind) => ({
    value: kind,
    items: texts
      .filter((text) => text.kind === kind)
      .flatMap(({ owner, text, at }, index): Entry[] => {
        const section = entitySections.find((one) => one.kind === owner.kind);
        if (!section) return [];
        const address = addressOf(section.path, owner.id) + at;
        return [{ value: `${kind}/${index}`, label: text, note: owner.name, icon: section.icon, address }];
      }),
  }));
  const pages = [...sections, { path: "learned", label: learned, icon: FlaskConical }].map(
    ({ path, label, icon }): Entry => ({
      value: `page/${path}`,
      label,
      note: "Page",
      icon,
      address: addressOf(path),
    }),
  );
  const shortcuts: Entry = {
    value: "shortcuts",
    label: "Keyboard shortcuts",
    note: "",
    icon: Keyboard,
    onSelect: onHelp,
  };
  // Of one kind alone: what nobody listed is rarely there, and the rows of all kinds would look like finds.
  const kinds = entitySections.filter(({ path }) => path === (section?.noun ? section.path : "gates"));
  const unlisted = kinds.map(({ path, noun }): Entry => ({
    value: `id/${path}`,
    label: `Open the ${noun} ${path === "events" ? "named" : "with id"} “${wanted}”`,
    note: "",
    icon: ArrowRight,
    address: addressOf(path, wanted),
  }));
  const user: Entry = {
    value: "id/users",
    label: `Open what was logged of the user “${wanted}”`,
    note: "",
    icon: ArrowRight,
    address: addressOf("users", wanted),
  };
  const groups = [
    { value: "On this page", items: possible.filter(fits) },
    ...(wanted ? [...listed, ...inside] : []),
    { value: "Pages", items: pages.filter(fits) },
    { value: "Everywhere", items: [...others.map(entryOf), shortcuts].filter(fits) },
  ].filter((group) => group.items.length > 0);
  return groups.length > 0 || isSearching
    ? groups
    : [{ value: "Nothing here has this name, id or text", items: [...unlisted, user] }];
}
