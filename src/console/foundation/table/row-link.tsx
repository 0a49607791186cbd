// A lightweight link in a row of a list. The router's own links each resolve and watch an address, which takes a third of the
// time for drawing a page of rows. Its handlers are its own: sharing those of light links would enlarge the first page.
import { useParams, useRouter } from "@tanstack/react-router";
import { type AnchorHTMLAttributes, useCallback } from "react";
import type { EntityPath } from "#console/foundation/ui/light-link.ts";

interface Target {
  to: EntityPath;
  id: string;
  /** Name of the entity, which its page shows while it is loading. */
  name: string;
  /** Search parameters of the entity's page. */
  search?: Record<string, string>;
}

/** Returns the address and the handlers of a link, for tables whose rows have many links. */
export function useRowLink() {
  const router = useRouter();
  const { company = "-" } = useParams({ strict: false });
  return useCallback(
    ({ to, id, name, search = {} }: Target): AnchorHTMLAttributes<HTMLAnchorElement> => {
      const target = { to, params: { company, id }, search, state: { name } } as const;
      const path = to.replace("$company", encodeURIComponent(company)).replace("$id", encodeURIComponent(id));
      const question = String(new URLSearchParams(search));
      const prepare = () => void router.preloadRoute(target);
      return {
        href: question ? `${path}?${question}` : path,
        onClick: (event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          void router.navigate(target);
        },
        onMouseEnter: prepare,
        onFocus: prepare,
        onTouchStart: prepare,
      };
    },
    [router, company],
  );
}

type RowLinkProps = Target & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick">;

export function RowLink({ to, id, name, search, children, ...anchor }: RowLinkProps) {
  return (
    <a {...anchor} {...useRowLink()({ to, id, name, ...(search && { search }) })}>
      {children}
    </a>
  );
}
