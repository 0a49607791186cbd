// The buttons of the explorer: make a metric from the question, and export its rows.
import { Link, useParams } from "@tanstack/react-router";
import { Gauge } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import { ExportEvents } from "#console/features/events/export/export-events.tsx";
import type { EventsFilter } from "#console/features/events/values/values-panel.tsx";

interface QuestionButtonsProps {
  /** The event name of the page, if the page is about a single one. */
  name: string | undefined;
  filter: EventsFilter;
  /** Filter of the listed rows; absent if they cannot be exported. */
  rows?: EventsFilter;
  /** Fields that have a column. */
  fields: readonly string[] | undefined;
  /** Buttons of the page, between the two. */
  children?: ReactNode;
}

/** The link to a new metric that counts the events of a filter. */
export function MetricLink({ of }: { of: EventsFilter }) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <Link to="/$company/metrics/new" params={{ company }} search={{ of }} className="link">
      Make it a metric
    </Link>
  );
}

export function QuestionButtons({ name, filter, rows, fields, children }: QuestionButtonsProps) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <PageButtons>
      <Link
        to="/$company/metrics/new"
        params={{ company }}
        search={{ of: filter }}
        aria-label="Make a metric"
        // On a phone the top bar of the page of all events has no room for it.
        className={`${buttonClass("quiet")} ${name === undefined ? "max-tablet:hidden" : ""}`}
      >
        <Gauge size={16} aria-hidden />
        <span className="max-desk:sr-only">Make a metric</span>
      </Link>
      {children}
      {rows ? (
        <ExportEvents name={name ?? "events"} filter={{ ...rows, ...(fields && { fields: [...fields] }) }} />
      ) : null}
    </PageButtons>
  );
}
