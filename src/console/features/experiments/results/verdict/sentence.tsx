// A sentence of a verdict on the page: names in medium weight, every number a link that lights up the bar it stands for.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { markOf, type NumberSource } from "#console/features/experiments/results/model/comparison-rows.ts";
import type { Part } from "#console/features/experiments/results/model/sentence-parts.ts";

const page = "/$company/experiments/$id";

/** The scale on which a number is drawn; means and powers leave the page on its own. */
const scaleOf = ({ field }: NumberSource) =>
  field.startsWith("percent")
    ? undefined
    : /change|interval/i.test(field)
      ? ("absolute" as const)
      : "as it is";

/** Brings the row of a bar into view, also when it is marked already. */
const goToRow = (mark: string) => document.getElementById(`row-${mark}`)?.focus();

interface ToBarProps {
  source: NumberSource;
  children: ReactNode;
  className?: string;
}

/** What could hide the row, a filter or another test group, is taken back. */
export function ToBar({ source, children, className = "link font-medium" }: ToBarProps) {
  const mark = markOf(source, source.group);
  const scale = scaleOf(source);
  return (
    <Link
      from={page}
      to={page}
      search={(before) => ({
        ...before,
        mark,
        filter: undefined,
        test: undefined,
        scale: scale === "as it is" ? before.scale : scale,
      })}
      resetScroll={false}
      onClick={() => goToRow(mark)}
      className={className}
    >
      {children}
    </Link>
  );
}

export const SentenceText = ({ parts }: { parts: readonly Part[] }) =>
  parts.map((part, index) => {
    const key = `${index} ${typeof part === "string" ? "" : part.text}`;
    if (typeof part === "string") return part;
    if (part.kind === "name")
      return (
        <b key={key} className="font-medium">
          {part.text}
        </b>
      );
    return (
      <ToBar key={key} source={part.source}>
        {part.text}
      </ToBar>
    );
  });
