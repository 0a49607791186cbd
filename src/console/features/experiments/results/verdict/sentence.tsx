// Renders a sentence of a verdict: names in medium weight, and numbers as links that highlight their bar.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { rowID } from "#console/features/experiments/results/model/comparison-rows.ts";
import type {
  NumberSource,
  SentencePart,
} from "#console/features/experiments/results/model/sentence-parts.ts";

const page = "/$company/experiments/$id";

/** Focuses the row of a bar, even if it is already marked. */
const goToRow = (mark: string) => document.getElementById(rowID(mark))?.focus();

interface ToBarProps {
  source: NumberSource;
  children: ReactNode;
  className?: string;
}

/** Link to a bar; clears filters and the selected test group, which could hide its row. */
export const BarLink = ({
  source: { mark, scale },
  children,
  className = "link font-medium",
}: ToBarProps) => (
  <Link
    from={page}
    to={page}
    search={(before) => ({
      ...before,
      mark,
      slice: undefined,
      filter: undefined,
      test: undefined,
      scale: scale === "percent" ? undefined : (scale ?? before.scale),
    })}
    resetScroll={false}
    onClick={() => goToRow(mark)}
    className={className}
  >
    {children}
  </Link>
);

export const SentenceText = ({ parts }: { parts: readonly SentencePart[] }) =>
  parts.map((part, index) => {
    const key = `${index} ${typeof part === "string" ? "" : part.text}`;
    if (typeof part === "string") return part;
    return part.source ? (
      <BarLink key={key} source={part.source}>
        {part.text}
      </BarLink>
    ) : (
      <b key={key} className="font-medium">
        {part.text}
      </b>
    );
  });
