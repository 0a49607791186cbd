// A sentence of a verdict on the page: names in medium weight, every number a link that lights up the bar it stands for.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { rowID } from "#console/features/experiments/results/model/comparison-rows.ts";
import type { NumberSource, Part } from "#console/features/experiments/results/model/sentence-parts.ts";

const page = "/$company/experiments/$id";

/** Brings the row of a bar into view, also when it is marked already. */
const goToRow = (mark: string) => document.getElementById(rowID(mark))?.focus();

interface ToBarProps {
  source: NumberSource;
  children: ReactNode;
  className?: string;
}

/** A filter or a chosen test group, which could hide the row, is taken back. */
export const ToBar = ({ source: { mark, scale }, children, className = "link font-medium" }: ToBarProps) => (
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

export const SentenceText = ({ parts }: { parts: readonly Part[] }) =>
  parts.map((part, index) => {
    const key = `${index} ${typeof part === "string" ? "" : part.text}`;
    if (typeof part === "string") return part;
    return part.source ? (
      <ToBar key={key} source={part.source}>
        {part.text}
      </ToBar>
    ) : (
      <b key={key} className="font-medium">
        {part.text}
      </b>
    );
  });
