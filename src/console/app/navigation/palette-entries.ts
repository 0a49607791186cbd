// The entries that the palette finds for a typed text. No looks here.
import { ArrowRight, Keyboard, Zap, type LucideIcon } from "lucide-react";
import type { PageAction } from "#console/foundation/ui/page-actions.tsx";
import type { Listed } from "./listed.ts";
import { entitySections, sections } from "./sections.ts";

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
  actions: readonly PageAction[];
  onHelp: () => void;
}

/** All that fits the typed text, in the order of use: what can be done here, entities, pages, ids that are not listed. */
export function entriesFor({ typed, entities, company, actions, onHelp }: Found): EntryGroup[] {
  const wanted = typed.trim();
  const addressOf = (...parts: string[]) => `/${[company, ...parts].map(encodeURIComponent).join("/")}`;
  const fits = ({ label, id = "" }: Entry) =>
    [label, id].some((text) => text.toLowerCase().includes(wanted.toLowerCase()));

  const possible = actions.map(({ label, onSelect }): Entry => ({
    value: `action/${label}`,
    label,
    note: "",
    icon: Zap,
    onSelect,
  }));
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
  const unlisted = entitySections
    .filter(({ path }) => !entities.some(({ section, id }) => section === path && id === wanted))
    .map(({ path, noun }): Entry => ({
      value: `id/${path}`,
      label: `Open the ${noun} ${path === "events" ? "named" : "with id"} “${wanted}”`,
      note: "Not listed",
      icon: ArrowRight,
      address: addressOf(path, wanted),
    }));
  return [
    { value: "On this page", items: possible.filter(fits) },
    ...(wanted ? listed : []),
    { value: "Pages", items: [...pages, shortcuts].filter(fits) },
    { value: "Go", items: wanted ? unlisted : [] },
  ].filter((group) => group.items.length > 0);
}
