// The frame around every page: rail, top bar, and the notices that preserve the page while the key or the network fails. No
// knowledge of the subject.
import { Outlet, useRouter } from "@tanstack/react-router";
import { Suspense, useEffect, useRef, useState } from "react";
import { useConnection } from "#console/foundation/api/connection.ts";
import { useShortcuts } from "#console/app/navigation/keyboard.ts";
import { Rail } from "#console/app/navigation/rail.tsx";
import { lazyPart, optionalPart } from "#console/foundation/ui/lazy-part.tsx";
import { ToastProvider } from "#console/foundation/ui/toast.tsx";
import { idle } from "#console/foundation/ui/when-idle.ts";
import { RefreshingLine } from "./refreshing-line.tsx";
import { TopBar } from "./top-bar.tsx";

const Palette = lazyPart(
  "The search",
  async () => (await import("#console/app/navigation/palette.tsx")).Palette,
);
const ShortcutsDialog = lazyPart(
  "The list of shortcuts",
  async () => (await import("#console/app/navigation/shortcuts-dialog.tsx")).ShortcutsDialog,
);

const KeyPage = lazyPart("The question for a key", async () => (await import("./key-page.tsx")).KeyPage);
const OfferedKey = lazyPart("The question", async () => (await import("./offered-key.tsx")).OfferedKey);
const LeaveKey = lazyPart("The question", async () => (await import("./leave-key.tsx")).LeaveKey);

/** Loaded when idle, since nobody prints before the page is shown. */
const PrintHead = optionalPart(async () => {
  await idle();
  return (await import("./print-head.tsx")).PrintHead;
});
/** Loaded when idle, since nothing can be stale before the page is shown. */
const StaleBar = optionalPart(async () => {
  await idle();
  return (await import("./stale-bar.tsx")).StaleBar;
});

type Open = "palette" | "shortcuts" | "key" | undefined;

function RailSheet({
  sheet,
  onFind,
  onKey,
}: {
  sheet: React.RefObject<HTMLDialogElement | null>;
  onFind: () => void;
  onKey: () => void;
}) {
  const close = () => sheet.current?.close();
  return (
    // A click beside the sheet closes it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape closes it for keyboards, which the browser brings
    <dialog
      ref={sheet}
      aria-label="Menu"
      onClick={(event) => event.target === sheet.current && close()}
      className="m-0 h-dvh max-h-none w-64 border-r border-border bg-surface-sunken text-text backdrop:bg-scrim"
    >
      <Rail
        onGo={close}
        onFind={() => {
          close();
          onFind();
        }}
        onKey={() => {
          close();
          onKey();
        }}
      />
    </dialog>
  );
}

/** The current page; while a key is asked for it is hidden but stays mounted, so that no input is lost. */
function Page() {
  const { key, needsKey } = useConnection();
  // Without a key nothing has been shown yet, and any request would be refused.
  const nothingYet = key === undefined;
  return (
    <>
      {needsKey && (
        <Suspense>
          <KeyPage refused={!nothingYet} />
        </Suspense>
      )}
      {!(needsKey && nothingYet) && (
        <main
          id="content"
          tabIndex={-1}
          hidden={needsKey}
          className="flex min-w-0 flex-1 flex-col px-gutter outline-none focus-visible:shadow-none hidden:hidden"
        >
          <Outlet />
        </main>
      )}
    </>
  );
}

/** A link to another page disappears with the old page, so the focus is moved to the new page. */
function useFocusInNewPage() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged && document.activeElement === document.body)
          document.getElementById("content")?.focus({ preventScroll: true });
      }),
    [router],
  );
}

export function Frame() {
  const [open, setOpen] = useState<Open>();
  const { offeredKey } = useConnection();
  const sheet = useRef<HTMLDialogElement>(null);
  const find = () => setOpen("palette");
  const askForKey = () => setOpen("key");
  const close = () => setOpen(undefined);
  useFocusInNewPage();
  useShortcuts({ onFind: find, onHelp: () => setOpen("shortcuts") });
  return (
    <ToastProvider>
      <a
        href="#content"
        className="sr-only z-30 rounded bg-surface-raised px-3 py-2 text-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <div className="grid min-h-dvh print:block grid-cols-[var(--spacing-rail)_minmax(0,1fr)] max-desk:grid-cols-[56px_minmax(0,1fr)] max-tablet:grid-cols-1">
        <aside aria-label="Main" className="border-r border-border bg-surface-sunken max-tablet:hidden">
          <div className="sticky top-0 h-dvh">
            <Rail onFind={find} onKey={askForKey} />
          </div>
        </aside>
        <div className="flex min-w-0 flex-col">
          <TopBar onMenu={() => sheet.current?.showModal()} onFind={find} />
          <Suspense>
            <PrintHead />
          </Suspense>
          <RefreshingLine />
          <Suspense>
            <StaleBar />
          </Suspense>
          <Page />
        </div>
      </div>
      <RailSheet sheet={sheet} onFind={find} onKey={askForKey} />
      <Suspense>
        {offeredKey !== undefined && <OfferedKey />}
        {open === "palette" && (
          <Palette onClose={close} onHelp={() => setOpen("shortcuts")} onKey={askForKey} />
        )}
        {open === "key" && <LeaveKey onClose={close} />}
        {open === "shortcuts" && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </ToastProvider>
  );
}
