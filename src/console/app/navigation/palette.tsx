import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import { queryPage } from "#console/foundation/api/query.ts";
import { Kbd } from "#console/foundation/ui/kbd.tsx";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { actionsInView, type PageAction } from "#console/foundation/ui/page-actions.tsx";
import { entriesFor, shownPerGroup, type Entry, type EntryGroup } from "./palette-entries.ts";
import { textsOf } from "./palette-texts.ts";
import { useCompany, usePlace } from "./place.ts";
import { chooseTheme, themes } from "./theme.ts";

/** The text with the typed part in bold. */
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
      <entry.icon className="size-4 shrink-0 text-text-muted" aria-hidden />
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

/** Actions available on every page. */
function useGeneralActions(onKey: () => void): readonly PageAction[] {
  const navigate = useNavigate();
  const company = useCompany();
  const refusal = useSaveRefusal();
  const creating = (label: string, to: "/$company/gates" | "/$company/dynamic_configs"): PageAction => ({
    label,
    onSelect: () => void (company && navigate({ to, params: { company }, search: { create: true } })),
  });
  return [
    ...(refusal
      ? []
      : [
          creating("New gate", "/$company/gates"),
          creating("New config", "/$company/dynamic_configs"),
          {
            label: "New experiment",
            onSelect: () =>
              void (company && navigate({ to: "/$company/experiments/new", params: { company } })),
          },
          {
            label: "New metric",
            onSelect: () => void (company && navigate({ to: "/$company/metrics/new", params: { company } })),
          },
        ]),
    ...themes.map((theme) => ({
      label: `Use the ${theme} theme`,
      onSelect: () => chooseTheme(theme),
    })),
    { label: "Use another key", onSelect: onKey },
  ];
}

/** Searches every entity by name, id, rule or metric, every page and every action; also opens unlisted ids. */
export function Palette({
  onClose,
  onHelp,
  onKey,
}: {
  onClose: () => void;
  onHelp: () => void;
  onKey: () => void;
}) {
  const [typed, setTyped] = useState("");
  const company = useCompany() ?? "-";
  const text = typed.trim().slice(0, 200);
  const { data, isFetching } = useQuery({
    ...queryPage("search", { text, limit: shownPerGroup }),
    enabled: text !== "",
    staleTime: 60_000,
  });
  const texts = useMemo(() => (data ? textsOf(data.data) : []), [data]);
  const general = useGeneralActions(onKey);
  const navigate = useNavigate();
  const router = useRouter();
  const [actions] = useState(actionsInView);
  const { section } = usePlace();
  const entities = data?.data.entities ?? [];
  const groups = entriesFor({
    typed,
    entities,
    isSearching: isFetching,
    texts,
    company,
    section,
    actions,
    general,
    onHelp,
  });

  const openEntry = (entry: Entry, newTab: boolean) => {
    onClose();
    if (!entry.address) return entry.onSelect?.();
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
              <Search className="size-4 shrink-0 text-text-muted" aria-hidden />
              <Autocomplete.Input
                aria-label="Find or jump to"
                placeholder="Name, id, rule, metric, page or action"
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
              {groups.length === 0 && <p className="px-2 py-2.5 text-text-muted">Searching…</p>}
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
