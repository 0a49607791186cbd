import { Link } from "@tanstack/react-router";
import { Check, Link2, Menu, Search } from "lucide-react";
import { useEffect } from "react";
import { useEntityName, usePlaceOrView } from "#console/app/navigation/place.ts";
import { addressOf } from "#console/app/navigation/sections.ts";
import { useCurrentKey } from "#console/foundation/api/current-key.ts";
import { buttonClass, IconButton } from "#console/foundation/ui/button.tsx";
import { useCopy } from "#console/foundation/ui/use-copy.ts";
import { linkOfPage } from "#console/foundation/ui/page-link.ts";
import { PageButtonsSlot, usePageActions } from "#console/foundation/ui/page-actions.tsx";

function CopyLink() {
  const { copied, copy } = useCopy(linkOfPage);
  usePageActions([{ label: "Copy the link to this page", onSelect: copy }]);
  const Icon = copied ? Check : Link2;
  return (
    <button
      type="button"
      onClick={copy}
      className={`${buttonClass("quiet")} order-2 shrink-0 max-[359px]:hidden max-tablet:px-3 tablet:-mr-2 tablet:w-25`}
    >
      <Icon size={16} aria-hidden />
      <span className="max-tablet:sr-only" aria-live="polite">
        {copied ? "Copied" : "Copy link"}
      </span>
    </button>
  );
}

function Breadcrumb() {
  const { company, section, id } = usePlaceOrView();
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
            to={addressOf(section)}
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
      {/* The key creates a new element for each page, since the content before it changes. */}
      <span key={id} aria-current="page" className="truncate font-medium text-text">
        {here}
      </span>
    </nav>
  );
}

/** Explains on every page why buttons that change something are disabled; to their right, so that they do not move it. */
function ReadOnly() {
  const key = useCurrentKey();
  return key?.rights === "read" ? (
    <p className="order-2 shrink-0 text-12 text-text-muted">
      Read-only key<span className="max-desk:hidden">: “{key.name}” cannot change anything</span>
    </p>
  ) : null;
}

/** The breadcrumb of the current page, and the actions on the page as a whole. */
export function TopBar({ onMenu, onFind }: { onMenu: () => void; onFind: () => void }) {
  return (
    <header className="sticky top-0 z-5 flex h-12 shrink-0 items-center gap-2 border-b border-border bg-surface px-gutter max-tablet:gap-1">
      <IconButton label="Menu" icon={Menu} onClick={onMenu} className="shrink-0 tablet:hidden -ml-3.5" />
      <Breadcrumb />
      <span className="ml-auto" />
      <ReadOnly />
      {/* The page's buttons arrive later than those to their right. */}
      <PageButtonsSlot />
      <CopyLink />
      <IconButton
        label="Find or jump to"
        icon={Search}
        onClick={onFind}
        className="order-2 shrink-0 tablet:hidden -mr-3.5"
      />
    </header>
  );
}
