// A stateless link in a row of a long table. The router's own link checks on each render whether it leads to the current page,
// which would take longer than a frame for a screen full of rows.
import { useParams, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface CellLinkProps {
  /** Parts of the path after the company. */
  path: readonly string[];
  title?: string;
  className: string;
  children: ReactNode;
}

export function CellLink({ path, title, className, children }: CellLinkProps) {
  const { history } = useRouter();
  const { company = "-" } = useParams({ strict: false });
  const href = `/${[company, ...path].map(encodeURIComponent).join("/")}`;
  return (
    <a
      href={href}
      title={title}
      className={className}
      onClick={(event) => {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        history.push(href);
      }}
    >
      {children}
    </a>
  );
}
