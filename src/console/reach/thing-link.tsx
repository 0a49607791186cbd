import { Link, useParams } from "@tanstack/react-router";
import type { Thing } from "#targeting/reach/thing.ts";
import { sectionOf } from "./thing-words.ts";

interface ThingLinkProps {
  thing: Pick<Thing, "kind" | "id" | "name">;
  className?: string;
  /** -1 where what holds the link takes the keys. */
  tabIndex?: number;
}

/** The name of a thing, as the way to its page. */
export function ThingLink({ thing: { kind, id, name }, className = "link", tabIndex }: ThingLinkProps) {
  const { company = "" } = useParams({ strict: false });
  return (
    <Link
      to={`/$company/${sectionOf[kind]}/$id`}
      params={{ company, id }}
      className={className}
      {...(tabIndex === undefined ? {} : { tabIndex })}
    >
      {name}
    </Link>
  );
}
