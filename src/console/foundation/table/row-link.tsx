// A lightweight link in a row of a list. The router's own links each resolve and watch an address, which takes a third of the
// time for drawing a page of rows. Its handlers are its own: sharing those of light links would enlarge the first page.
import { useParams, useRouter } from "@tanstack/react-router";
import type { AnchorHTMLAttributes } from "react";
import type { EntityPath } from "#console/foundation/ui/light-link.ts";

interface RowLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick"> {
  to: EntityPath;
  id: string;
  /** Name of the entity, which its page shows while it is loading. */
  name: string;
  /** Search parameters of the entity's page. */
  search?: Record<string, string>;
}

export function RowLink({ to, id, name, search = {}, children, ...anchor }: RowLinkProps) {
  const router = useRouter();
  const { company = "-" } = useParams({ strict: false });
  const target = { to, params: { company, id }, search, state: { name } } as const;
  const path = to.replace("$company", encodeURIComponent(company)).replace("$id", encodeURIComponent(id));
  const question = String(new URLSearchParams(search));
  const prepare = () => void router.preloadRoute(target);
  return (
    <a
      {...anchor}
      href={question ? `${path}?${question}` : path}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void router.navigate(target);
      }}
      onMouseEnter={prepare}
      onFocus={prepare}
      onTouchStart={prepare}
    >
      {children}
    </a>
  );
}
