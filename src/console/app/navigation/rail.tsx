import { Link } from "@tanstack/react-router";
import { lazy, Suspense, type ReactNode } from "react";
import { Monitor, Moon, Search, Sun } from "lucide-react";
import { useConnection } from "#console/foundation/api/connection.ts";
import { useCurrentKey, useOnline } from "#console/foundation/api/current-key.ts";
import { paletteKeys } from "./keyboard.ts";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";
import { useCompany, usePlace } from "./place.ts";
import { addressOf, type Section, sections, subjects } from "./sections.ts";
import { chooseTheme, useTheme } from "./theme.ts";

/** Shown in the wide rail and in the sheet, hidden in the icon-only rail. */
const words = "group-data-[rail=column]/rail:max-desk:hidden";

function Brand() {
  return (
    <div className="group-data-[rail=column]/rail:max-desk:justify-center flex h-12 shrink-0 items-center gap-2 px-2 text-15 font-strong tracking-[-0.01em]">
      <svg
        className="size-[18px] shrink-0"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M2 8h12M2 5v6M14 5v6" />
        <circle cx="9" cy="8" r="2.25" fill="currentColor" stroke="none" />
      </svg>
      <span className={words}>Assay</span>
    </div>
  );
}

/**
 * Pages that share a section's icon are listed below it. "Connect" is offered until the first event has arrived; it is last,
 * so that nothing moves when it disappears.
 */
function Sections({ onGo }: { onGo: (() => void) | undefined }) {
  const company = useCompany() ?? "-";
  const { section: current } = usePlace();
  const isConnected = useCurrentKey()?.hasEvents !== false;
  const link = (section: Section) => (
    <Link
      key={section.path}
      to={addressOf(section)}
      params={{ company }}
      onClick={onGo}
      title={section.label}
      activeOptions={{ exact: section.path === "" }}
      aria-current={section.icon === current?.icon ? "page" : undefined}
      className="group-data-[rail=column]/rail:max-desk:justify-center flex h-control items-center gap-2.5 rounded px-2 text-text-muted hover:bg-surface-hover aria-[current=page]:bg-tint aria-[current=page]:font-medium aria-[current=page]:text-text [&[aria-current]_svg]:text-accent"
    >
      <section.icon className="size-4 shrink-0" aria-hidden />
      <span className={words}>{section.label}</span>
    </Link>
  );
  const setUp = sections.slice(subjects, subjects + 2);
  return (
    <>
      <nav aria-label="Sections" className="grid gap-px">
        {sections.slice(0, subjects).map(link)}
      </nav>
      <nav aria-label="Set up" className="mt-3 grid gap-px border-t border-border pt-3">
        {setUp.filter((one) => one.path !== "connect" || one === current || !isConnected).map(link)}
      </nav>
    </>
  );
}

function ConnectionStatus({ onKey }: { onKey: () => void }) {
  const key = useCurrentKey();
  const { isAway } = useConnection();
  const online = useOnline() && !isAway;
  const host = location.host;
  const rights = key?.rights === "read" ? "Can only read" : "Can read and write";
  const state = online ? "" : "offline, ";
  const summary = `${host}, ${state}${key ? `key ${key.name}, ${rights.toLowerCase()}` : "no key yet"}`;
  return (
    <div className="grid grid-cols-[16px_1fr] gap-x-1 gap-y-0.5" title={summary}>
      <span
        className={`size-2 self-center rounded-full ${online && key ? "bg-ok-mark" : "border-[1.5px] border-text-faint"}`}
        aria-hidden="true"
      />
      <span className={`${words} truncate font-medium`}>{online ? host : "Offline"}</span>
      {key ? (
        <>
          <span className={`${words} col-start-2 truncate text-text-muted`}>{`Key “${key.name}”`}</span>
          <span className={`${words} col-start-2 text-text-muted`}>{rights}</span>
          <button
            type="button"
            onClick={onKey}
            className={`${words} col-start-2 mt-1 justify-self-start text-accent hover:underline`}
          >
            Use another key
          </button>
        </>
      ) : (
        // Reserves the space of these lines, which are loaded later.
        <span aria-hidden className={`${words} h-14`} />
      )}
    </div>
  );
}

const themeChoices = [
  { theme: "system", label: "System", icon: Monitor },
  { theme: "light", label: "Light", icon: Sun },
  { theme: "dark", label: "Dark", icon: Moon },
] as const;

function ThemeSwitch() {
  const chosen = useTheme();
  return (
    <div
      role="group"
      aria-label="Theme"
      className="group-data-[rail=column]/rail:max-desk:flex-col group-data-[rail=column]/rail:max-desk:items-center flex gap-0.5"
    >
      {themeChoices.map(({ theme, label, icon: Icon }) => (
        <button
          key={theme}
          type="button"
          aria-pressed={theme === chosen}
          aria-label={label}
          title={label}
          onClick={() => chooseTheme(theme)}
          className="grid h-6 w-7 place-items-center rounded-small text-text-muted aria-pressed:bg-tint aria-pressed:text-text pointer-coarse:size-11"
        >
          <Icon className="size-3.5" aria-hidden />
        </button>
      ))}
    </div>
  );
}

/** Loaded when the browser is idle, since it is not urgent. */
const WarehouseNote = lazy(
  () =>
    new Promise<{ default: () => ReactNode }>((show) =>
      whenIdle(() => {
        void import("./warehouse-note.tsx").then((code) => show({ default: code.WarehouseNote }));
      }),
    ),
);

/** The left rail: sections, the button that opens the palette, the connection and the theme. */
export function Rail({ onFind, onKey, onGo }: { onFind: () => void; onKey: () => void; onGo?: () => void }) {
  return (
    <div
      data-rail={onGo ? "sheet" : "column"}
      className="group/rail flex h-full flex-col overflow-y-auto px-3"
    >
      <Brand />
      <button
        type="button"
        onClick={onFind}
        title={`Find or jump to (${paletteKeys})`}
        aria-label="Find or jump to"
        className="group-data-[rail=column]/rail:max-desk:justify-center mt-1 mb-4 flex h-control shrink-0 items-center gap-2 rounded border border-border-strong bg-surface px-2 text-text-muted"
      >
        <Search className="size-4 shrink-0" aria-hidden />
        <span className={words}>Find or jump to</span>
        <kbd className={`${words} ml-auto rounded-small border border-border-strong px-1 text-[11px]/4`}>
          {paletteKeys}
        </kbd>
      </button>
      <Sections onGo={onGo} />
      {/* Aligned to the bottom, so that the note moves nothing when it appears late. */}
      <div className="group-data-[rail=column]/rail:max-desk:px-0 flex min-h-11 flex-1 flex-col justify-end px-2 pb-2 text-12">
        <Suspense>
          <WarehouseNote />
        </Suspense>
      </div>
      <div className="group-data-[rail=column]/rail:max-desk:px-0 grid gap-3 border-t border-border px-2 pt-3 pb-4 text-12">
        <ConnectionStatus onKey={onKey} />
        <ThemeSwitch />
      </div>
    </div>
  );
}
