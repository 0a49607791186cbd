import type { ReactNode } from "react";
import { useLocation, useParams } from "@tanstack/react-router";
import { useLightLink } from "./light-link.ts";

const pages = [
  ["experiments", "Experiments"],
  ["layers", "Layers"],
  ["segments", "Segments"],
  ["holdouts", "Holdouts"],
  ["learned", "What we learned"],
] as const;

interface PageLinkProps {
  path: (typeof pages)[number][0];
  company: string;
  children: ReactNode;
}

function PageLink({ path, company, children }: PageLinkProps) {
  const handlers = useLightLink({ to: `/$company/${path}`, params: { company } });
  return (
    <a className="link min-h-6 font-medium" href={`/${encodeURIComponent(company)}/${path}`} {...handlers}>
      {children}
    </a>
  );
}

/** Links to the pages about experiments as a whole, shown beside their list and on each of these pages. */
export function ExperimentPageLinks({ children }: { children?: ReactNode }) {
  const { company = "-" } = useParams({ strict: false });
  const current = useLocation({ select: ({ pathname }) => pathname.split("/")[2] });
  return (
    <nav
      aria-label="About experiments"
      className="flex min-w-0 flex-wrap gap-x-5 max-tablet:basis-full tablet:ml-auto"
    >
      {children}
      {pages.map(([path, label]) =>
        path === current ? null : (
          <PageLink key={path} path={path} company={company}>
            {label}
          </PageLink>
        ),
      )}
    </nav>
  );
}
