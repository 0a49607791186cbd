import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { DependencyNode } from "#targeting/dependencies/graph.ts";
import { sectionOf } from "./node-text.ts";

interface EntityLinkProps {
  node: Pick<DependencyNode, "kind" | "id" | "name">;
  className?: string;
  /** -1 where the element around the link handles the keys. */
  tabIndex?: number;
  /** baseID of a rule of a gate or config, to be opened there. */
  rule?: string | undefined;
  /** The name when absent. */
  children?: ReactNode;
}

/** The name of an entity as a link to its page. */
export function EntityLink({ node, className = "link", tabIndex, rule, children }: EntityLinkProps) {
  const { kind, id, name } = node;
  const { company = "" } = useParams({ strict: false });
  return (
    <Link
      to={`/$company/${sectionOf[kind]}/$id`}
      params={{ company, id }}
      {...(rule === undefined ? {} : { search: { rule } })}
      className={className}
      {...(tabIndex === undefined ? {} : { tabIndex })}
    >
      {children ?? name}
    </Link>
  );
}
