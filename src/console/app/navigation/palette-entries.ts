// What the palette finds for a typed text. No looks here.
import { ArrowRight, Keyboard, Zap, type LucideIcon } from "lucide-react";
import type { PageAction } from "#console/foundation/ui/page-actions.tsx";
import type { Listed } from "./listed.ts";
import { sections } from "./sections.ts";

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

const iconOf = (path: string): LucideIcon =>
  sections.find((section) => section.path === path)?.icon ?? ArrowRight;

const entityEntry = (company: string, { section, id, name, state }: Listed): Entry => ({
  value: `${section}/${id}`,
  label: name,
  ...(id === name ? {} : { id }),
  note: state,
  icon: iconOf(section),
  address: `/${encodeURIComponent(company)}/${section}/${encodeURIComponent(id)}`,
});

const byIdSections = [
  { path: "gates", noun: "gate with id" },
  { path: "dynamic_configs", noun: "dynamic config with id" },
  { path: "experiments", noun: "experiment with id" },
  { path: "events", noun: "event named" },
] as const;

interface Found {
  typed: string;
  entities: readonly Listed[];
  company: string;
  actions: readonly PageAction[];
  onHelp: () => void;
}

/** What fits the typed text, in the order of use: what can be done here, entities, pages, ids that are not listed. */
export function entriesFor({ typed, entities, company, actions, onHelp }: Found): EntryGroup[] {
  const wanted = typed.trim().toLowerCase();
  const fits = (text: string) => text.toLowerCase().includes(wanted);
  const base = `/${encodeURIComponent(company)}`;
  const groups = sections.map(({ path, label }): EntryGroup => ({
    value: label,
    items: entities
      .filter((entity) => entity.section === path && (fits(entity.name) || fits(entity.id)))
      .slice(0, shownPerGroup)
      .map((entity) => entityEntry(company, entity)),
  }));
  const pages = sections
    .filter(({ label }) => fits(label))
    .map(({ path, label, icon }): Entry => ({
      value: `page/${path}`,
      label,
      note: "Page",
      icon,
      address: `${base}/${path}`,
    }));
  const shortcuts: Entry = {
    value: "shortcuts",
    label: "Keyboard shortcuts",
    note: "",
    icon: Keyboard,
    onSelect: onHelp,
  };
  const possible = actions
    .filter(({ label }) => fits(label))
    .map(({ label, onSelect }): Entry => ({
      value: `action/${label}`,
      label,
      note: "",
      icon: Zap,
      onSelect,
    }));
  const byId = byIdSections
    .filter(
      ({ path }) =>
        wanted !== "" && !entities.some(({ section, id }) => section === path && id === typed.trim()),
    )
    .map(({ path, noun }): Entry => ({
      value: `id/${path}`,
      label: `Open the ${noun} “${typed.trim()}”`,
      note: "Not listed",
      icon: ArrowRight,
      address: `${base}/${path}/${encodeURIComponent(typed.trim())}`,
    }));
  return [
    { value: "On this page", items: possible },
    ...(wanted ? groups : []),
    { value: "Pages", items: fits(shortcuts.label) ? [...pages, shortcuts] : pages },
    { value: "Go", items: byId },
  ].filter((group) => group.items.length > 0);
}
