// A lightweight link in a row of a list. The router's own links each resolve and watch an address, which takes a third of the
// time for drawing a page of rows.
import { useParams } from "@tanstack/react-router";
import type { AnchorHTMLAttributes } from "react";
import { type EntityPath, useLightLink } from "#console/foundation/ui/light-link.ts";

interface RowLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick"> {
  to: EntityPath;
  id: string;
  /** Name of the entity, which its page shows while it is loading. */
  name: string;
  /** Search parameters of the entity's page. */
  search?: Record<string, string>;
}

export function RowLink({ to, id, name, search = {}, children, ...anchor }: RowLinkProps) {
  const { company = "-" } = useParams({ strict: false });
  const handlers = useLightLink({ to, params: { company, id }, search, state: { name } });
  const path = to.replace("$company", encodeURIComponent(company)).replace("$id", encodeURIComponent(id));
  const question = String(new URLSearchParams(search));
  return (
    <a {...anchor} href={question ? `${path}?${question}` : path} {...handlers}>
      {children}
    </a>
  );
}
