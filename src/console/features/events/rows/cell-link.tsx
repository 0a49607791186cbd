// A link in a row of a long table. It keeps no state, where a link of the router asks at each drawing whether it is the page in view:
// of a screen full of rows that would take longer than a frame.
import { useParams, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface CellLinkProps {
  /** After the company. */
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
