// Rows of the endpoint table for queries of the event log.
import { z } from "zod/mini";
import { endpoint, listing, reading } from "./endpoint.ts";
import {
  EventCounts,
  EventTotal,
  EventValues,
  EventView,
  UnitAttributes,
  UnitTimeline,
} from "./event-answers.ts";
import {
  EventCountsQuery,
  EventExportQuery,
  EventTotalQuery,
  EventValuesQuery,
  exportTypes,
  UnitQuery,
  UnitTimelineQuery,
  WarehouseEventCountsQuery,
  WarehouseEventsQuery,
} from "./event-query.ts";
import { EventRetention } from "./event-retention.ts";
import { EventStreamQuery, StreamedEvents } from "./event-stream.ts";
import { PageQuery } from "./query-fields.ts";
import { RejectedEvent, RejectedEventsQuery } from "./rejected-event.ts";
import { WarehouseEventCounts, WarehouseEvents } from "./warehouse-events.ts";
import { deleting, writing } from "./write-endpoint.ts";

const updates = () => import("./event-view-update.ts");

export const eventEndpoints = {
  // Choice: events that match a filter are counted at `/event_total`, over time at `/event_counts`, and by value of a field at `/event_values`, consistently with the list.
  readEventTotal: reading(EventTotal, {
    path: "/console/v1/event_total",
    summary: "Count the events of a filter and their units",
    message: "Events counted successfully.",
    query: EventTotalQuery,
  }),
  readEventCounts: reading(EventCounts, {
    path: "/console/v1/event_counts",
    summary: "Count the events of a filter over time, split by the values of a field",
    message: "Events counted successfully.",
    query: EventCountsQuery,
  }),
  readEventFieldValues: reading(EventValues, {
    path: "/console/v1/event_values",
    summary:
      "Read the most frequent values of a field among the events of a filter, and how its numbers are spread",
    message: "Values read successfully.",
    query: EventValuesQuery,
  }),
  // Choice: events of a metric source are read at `/warehouse_events` and counted at `/warehouse_event_counts`; above 1 GB both return an estimate until `acceptBytes` covers it.
  readWarehouseEvents: reading(WarehouseEvents, {
    path: "/console/v1/warehouse_events",
    summary: "Read the newest events of a metric source in the warehouse in use, or what that would read",
    message: "Warehouse events read successfully.",
    query: WarehouseEventsQuery,
  }),
  readWarehouseEventCounts: reading(WarehouseEventCounts, {
    path: "/console/v1/warehouse_event_counts",
    summary:
      "Count the events of a metric source in the warehouse in use over time, or say what that would read",
    message: "Warehouse events counted successfully.",
    query: WarehouseEventCountsQuery,
  }),
  exportEvents: endpoint({
    method: "GET",
    path: "/console/v1/event_export",
    summary: "Export the events of a filter as NDJSON, CSV or Parquet",
    message: "The events, in the order in which they were stored; X-Total-Count says how many.",
    query: EventExportQuery,
    media: exportTypes,
    response: z.unknown(),
  }),
  // Choice: `/unit_timeline` returns events, exposures and newest checks of one unit together, and `/unit_attributes` its attributes and their changes.
  readUnitTimeline: reading(UnitTimeline, {
    path: "/console/v1/unit_timeline",
    summary: "Read the events, exposures and newest checks of one unit, the newest first",
    message: "Timeline read successfully.",
    query: UnitTimelineQuery,
  }),
  readUnitAttributes: reading(UnitAttributes, {
    path: "/console/v1/unit_attributes",
    summary: "Read the attributes that the events of one unit tell, and when they changed",
    message: "Attributes read successfully.",
    query: UnitQuery,
  }),
  // Choice: saved queries of the event log are at `/event_views` and shared by all users of the service.
  listEventViews: listing(EventView, PageQuery, {
    path: "/console/v1/event_views",
    summary: "List the saved views of events, by name",
    message: "Event views listed successfully.",
  }),
  createEventView: writing(EventView, async () => (await updates()).EventViewCreate, {
    method: "POST",
    path: "/console/v1/event_views",
    summary: "Save a view of events under a name",
    message: "Event view created successfully.",
    status: 201,
  }),
  readEventView: reading(EventView, {
    path: "/console/v1/event_views/{id}",
    summary: "Read a saved view of events",
    message: "Event view read successfully.",
  }),
  patchEventView: writing(EventView, async () => (await updates()).EventViewPatch, {
    method: "PATCH",
    path: "/console/v1/event_views/{id}",
    summary: "Rename a saved view of events, or replace what it asks",
    message: "Event view updated successfully.",
  }),
  deleteEventView: deleting({
    path: "/console/v1/event_views/{id}",
    summary: "Delete a saved view of events",
    message: "Event view deleted successfully.",
  }),
  // Choice: `/event_stream` streams events as they arrive, at most 200 a second; if more arrive, it sends a sample and says so.
  streamEvents: endpoint({
    method: "GET",
    path: "/console/v1/event_stream",
    summary: "Stream the events of a filter as they arrive, as server-sent events",
    message: "Events streamed.",
    query: EventStreamQuery,
    streams: "text/event-stream",
    response: StreamedEvents,
  }),
  // Choice: `/event_retention` returns how long events are kept and the day before which they were removed.
  readEventRetention: reading(EventRetention, {
    path: "/console/v1/event_retention",
    summary: "Read how long events are kept, and before which day they were removed",
    message: "Event retention read successfully.",
  }),
  // Choice: `/rejected_events` lists the events and requests of apps that were refused in the last day.
  listRejectedEvents: listing(RejectedEvent, RejectedEventsQuery, {
    path: "/console/v1/rejected_events",
    summary: "List the events and requests of apps that were refused in the last day, with the reasons",
    message: "Rejected events listed successfully.",
  }),
};
