import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { ArrowRight, Keyboard, Search, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Kbd } from "#console/ui/kbd.tsx";
import { useListed, type Listed } from "./listed.ts";
import { useCompany } from "./place.ts";
import { sections } from "./sections.ts";

interface Entry {
  readonly value: string;
  readonly label: string;
  readonly id?: string;
  readonly note: string;
  readonly icon: LucideIcon;
  /** Address to open; without one the entry opens the list of shortcuts. */
  readonly address?: string;
}

interface EntryGroup {
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

function entriesFor(typed: string, entities: readonly Listed[], company: string): EntryGroup[] {
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
  const shortcuts: Entry = { value: "shortcuts", label: "Keyboard shortcuts", note: "", icon: Keyboard };
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
    ...(wanted ? groups : []),
    { value: "Pages", items: fits(shortcuts.label) ? [...pages, shortcuts] : pages },
    { value: "Go", items: byId },
  ].filter((group) => group.items.length > 0);
}

/** The text with what was typed in strong letters. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const at = typed.trim() ? text.toLowerCase().indexOf(typed.trim().toLowerCase()) : -1;
  if (at < 0) return text;
  const end = at + typed.trim().length;
  return (
    <>
      {text.slice(0, at)}
      <strong className="font-strong">{text.slice(at, end)}</strong>
      {text.slice(end)}
    </>
  );
}

function EntryRow({
  entry,
  typed,
  onOpen,
}: {
  entry: Entry;
  typed: string;
  onOpen: (newTab: boolean) => void;
}) {
  return (
    <Autocomplete.Item
      value={entry}
      onClick={(event) => onOpen(event.metaKey || event.ctrlKey)}
      className="flex h-row items-center gap-3 rounded px-2 data-highlighted:bg-surface-selected pointer-coarse:h-11"
    >
      <entry.icon className="size-4 shrink-0 text-text-muted" strokeWidth={1.5} aria-hidden="true" />
      <span className="truncate">
        <Marked text={entry.label} typed={typed} />
      </span>
      {entry.id && (
        <span className="truncate font-mono text-12 text-text-muted max-tablet:hidden">
          <Marked text={entry.id} typed={typed} />
        </span>
      )}
      <span className="ml-auto shrink-0 text-12 text-text-muted">{entry.note}</span>
    </Autocomplete.Item>
  );
}

/** Finds every listed entity by name or id and every page; opens ids that were never listed. */
export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [typed, setTyped] = useState("");
  const company = useCompany() ?? "-";
  const { entities } = useListed();
  const navigate = useNavigate();
  const router = useRouter();
  const groups = entriesFor(typed, entities, company);

  const openEntry = (entry: Entry, newTab: boolean) => {
    if (!entry.address) return onHelp();
    onClose();
    if (newTab) window.open(entry.address, "_blank", "noopener");
    else if (router.state.location.pathname !== entry.address) void navigate({ href: entry.address });
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-scrim" />
        <Dialog.Popup
          aria-label="Find or jump to"
          className="fixed top-28 left-1/2 z-21 flex max-h-[min(560px,calc(100dvh-8rem))] w-[min(640px,calc(100vw-1rem))] -translate-x-1/2 flex-col overflow-hidden rounded-[10px] border border-border bg-surface-raised shadow-float max-tablet:top-2 max-tablet:max-h-[calc(100dvh-1rem)]"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            value={typed}
            onValueChange={(value, details) => details.reason !== "item-press" && setTyped(value)}
            itemToStringValue={(entry: Entry) => entry.label}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex h-[52px] shrink-0 items-center gap-3 border-b border-border px-4">
              <Search className="size-4 shrink-0 text-text-muted" strokeWidth={1.5} aria-hidden="true" />
              <Autocomplete.Input
                aria-label="Find or jump to"
                placeholder="Name, id or page"
                className="min-w-0 flex-1 bg-transparent text-15 shadow-none! outline-none placeholder:text-text-muted"
              />
              <Dialog.Close
                aria-label="Close"
                className="shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
              >
                <Kbd>esc</Kbd>
              </Dialog.Close>
            </div>
            <div className="min-h-0 overflow-y-auto px-2 pt-1 pb-2">
              <Autocomplete.List aria-label="Found">
                {(group: EntryGroup) => (
                  <Autocomplete.Group key={group.value} items={[...group.items]}>
                    <Autocomplete.GroupLabel className="px-2 pt-2.5 pb-1 text-12 font-medium text-text-muted">
                      {group.value}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(entry: Entry) => (
                        <EntryRow
                          key={entry.value}
                          entry={entry}
                          typed={typed}
                          onOpen={(newTab) => openEntry(entry, newTab)}
                        />
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </div>
          </Autocomplete.Root>
          <div className="flex h-10 shrink-0 items-center gap-5 border-t border-border px-4 text-12 text-text-muted max-tablet:hidden">
            <span>
              <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
            </span>
            <span>
              <Kbd>↵</Kbd> open
            </span>
            <span className="ml-auto">
              <Kbd>?</Kbd> all shortcuts
            </span>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
