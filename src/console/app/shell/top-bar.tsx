import { Link } from "@tanstack/react-router";
import { Check, Link2, Menu, Search } from "lucide-react";
import { useEffect } from "react";
import { useEntityName, usePlace } from "#console/app/navigation/place.ts";
import { paletteKeys } from "#console/app/navigation/keyboard.ts";
import { useCopy } from "#console/foundation/ui/copy.tsx";
import { PageButtonsSlot, usePageActions } from "#console/foundation/ui/page-actions.tsx";

const quiet =
  "inline-flex h-control items-center gap-1.5 rounded px-2 font-medium whitespace-nowrap text-text-muted hover:bg-surface-hover";

function CopyLink() {
  const { copied, copy } = useCopy(() => location.href);
  usePageActions([{ label: "Copy the link to this page", onSelect: copy }]);
  const Icon = copied ? Check : Link2;
  return (
    <button
      type="button"
      onClick={copy}
      className={`${quiet} max-tablet:px-3 last:-mr-2 has-[+:empty]:-mr-2`}
    >
      <Icon className="size-4" strokeWidth={1.5} aria-hidden="true" />
      <span className="max-tablet:sr-only" aria-live="polite">
        {copied ? "Link copied" : "Copy link"}
      </span>
    </button>
  );
}

function Breadcrumb() {
  const { company, section, id } = usePlace();
  const name = useEntityName();
  const here = section ? (name ?? section.label) : "Assay";
  useEffect(() => {
    document.title = [section && name, section?.label, "Assay"].filter(Boolean).join(" · ");
  }, [name, section]);
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-2 text-text-muted">
      {company && section && id && (
        <>
          <Link
            to={`/$company/${section.path}`}
            params={{ company }}
            className="whitespace-nowrap hover:text-text max-tablet:hidden"
          >
            {section.label}
          </Link>
          <span aria-hidden="true" className="text-text-faint max-tablet:hidden">
            /
          </span>
        </>
      )}
      <span aria-current="page" className="truncate font-medium text-text">
        {here}
      </span>
    </nav>
  );
}

/** Where the reader is, and what can be done with the page as a whole. */
export function TopBar({ onMenu, onFind }: { onMenu: () => void; onFind: () => void }) {
  return (
    <header className="sticky top-0 z-5 flex h-12 shrink-0 items-center gap-2 border-b border-border bg-surface px-gutter max-tablet:gap-0">
      <button
        type="button"
        aria-label="Menu"
        onClick={onMenu}
        className={`${quiet} tablet:hidden -ml-3 px-3!`}
      >
        <Menu className="size-4" strokeWidth={1.5} aria-hidden="true" />
      </button>
      <Breadcrumb />
      <span className="ml-auto" />
      <CopyLink />
      <PageButtonsSlot />
      <button
        type="button"
        aria-label="Find or jump to"
        title={paletteKeys}
        onClick={onFind}
        className={`${quiet} tablet:hidden -mr-3 px-3!`}
      >
        <Search className="size-4" strokeWidth={1.5} aria-hidden="true" />
      </button>
    </header>
  );
}
