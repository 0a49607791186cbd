// The entries that the palette finds for a typed text. No looks here.
import { ArrowRight, Keyboard, Zap, type LucideIcon } from "lucide-react";
import type { PageAction } from "#console/foundation/ui/page-actions.tsx";
import type { Listed } from "./listed.ts";
import type { EntityText } from "./palette-texts.ts";
import { entitySections, type Place, sections } from "./sections.ts";

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

const shownPerGroup = 6;

interface Found {
  typed: string;
  entities: readonly Listed[];
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

/** All that fits the typed text, in the order of use: what can be done here, entities and what stands in them, pages, what can be done everywhere; ids where no entity fits. */
export function entriesFor(found: Found): EntryGroup[] {
  const { typed, entities, texts, company, section, actions, general, onHelp } = found;
  const wanted = typed.trim();
  const addressOf = (...parts: string[]) =>
    `/${[company, ...parts].filter(Boolean).map(encodeURIComponent).join("/")}`;
  const fits = ({ label, id = "" }: Entry) =>
    [label, id].some((text) => text.toLowerCase().includes(wanted.toLowerCase()));

  const possible = actions.map(entryOf);
  const others = general.filter(({ label }) => !actions.some((action) => action.label === label));
  const listed = entitySections.map(({ path, label, icon }) => {
    const entries = entities
      .filter(({ section }) => section === path)
      .map(({ id, name, state }): Entry => ({
        value: `${path}/${id}`,
        label: name,
        ...(id === name ? {} : { id }),
        note: state,
        icon,
        address: addressOf(path, id),
      }));
    return { value: label, items: entries.filter(fits).slice(0, shownPerGroup) };
  });
  const inside = (["Rules", "Metrics"] as const).map((kind) => ({
    value: kind,
    items: texts
      .filter((text) => text.kind === kind && text.text.toLowerCase().includes(wanted.toLowerCase()))
      .slice(0, shownPerGroup)
      .map(({ section, id, owner, text, at }, index): Entry => ({
        value: `${kind}/${index}`,
        label: text,
        note: owner,
        icon: entitySections.find(({ path }) => path === section)?.icon ?? ArrowRight,
        address: addressOf(section, id) + at,
      })),
  }));
  const pages = sections.map(({ path, label, icon }): Entry => ({
    value: `page/${path}`,
    label,
    note: "Page",
    icon,
    address: addressOf(path),
  }));
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
  const groups = [
    { value: "On this page", items: possible.filter(fits) },
    ...(wanted ? [...listed, ...inside] : []),
    { value: "Pages", items: pages.filter(fits) },
    { value: "Everywhere", items: [...others.map(entryOf), shortcuts].filter(fits) },
  ].filter((group) => group.items.length > 0);
  return groups.length > 0 ? groups : [{ value: "Nothing here has this name, id or text", items: unlisted }];
}
