import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { DependencyNode } from "#targeting/dependencies/graph.ts";
import { sectionOf } from "./node-text.ts";

interface EntityLinkProps {
  node: Pick<DependencyNode, "kind" | "id" | "name">;
  className?: string;
  /** -1 if a parent element handles the keyboard. */
  tabIndex?: number;
  /** baseID of the rule of a gate or config to open on the target page. */
  rule?: string | undefined;
  /** Content of the link; the entity's name if absent. */
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
