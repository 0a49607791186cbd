// The entries that the command palette finds for a typed text. No presentation here.
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
  /** Address to open; alternatively `onSelect` is called. */
  readonly address?: string;
  readonly onSelect?: () => void;
}

export interface EntryGroup {
  readonly value: string;
  readonly items: readonly Entry[];
}

/** Maximum number of entries shown per group of found entities, rules or metrics. */
export const shownPerGroup = 6;

interface Found {
  typed: string;
  /** Results for this text, or for an earlier one until the answer arrives. */
  entities: readonly FoundEntity[];
  /** There is no result for the typed text yet. */
  isSearching: boolean;
  company: string;
  /** Section of the current page. */
  section: Place["section"];
  /** Texts found within the entities. */
  texts: readonly EntityText[];
  /** Actions of the current page. */
  actions: readonly PageAction[];
  /** Actions available on every page. */
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

/**
 * Returns all matches of the typed text, in this order: actions of the page, entities and their contents, pages, general
 * actions; and, if no entity matches, an entry that opens the text as an id.
 */
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
  // Offered for one kind only: an unlisted id rarely exists, and entries for all kinds would look like results.
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
