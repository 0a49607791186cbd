import type { ReactNode } from "react";
import { Link, useParams } from "@tanstack/react-router";

const pages = [
  ["experiments", "Experiments"],
  ["layers", "Layers"],
  ["segments", "Segments"],
  ["holdouts", "Holdouts"],
  ["learned", "What we learned"],
] as const;

/** Links to the pages about experiments as a whole, shown beside their list and on each of these pages. */
export function ExperimentPageLinks({ children }: { children?: ReactNode }) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <nav
      aria-label="About experiments"
      className="flex min-w-0 flex-wrap gap-x-5 max-tablet:basis-full tablet:ml-auto"
    >
      {children}
      {pages.map(([path, label]) => (
        <Link
          key={path}
          to={`/$company/${path}`}
          params={{ company }}
          activeOptions={{ exact: true, includeSearch: false }}
          className="link min-h-6 font-medium aria-[current=page]:hidden"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
