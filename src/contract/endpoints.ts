// The endpoint table: everything that crosses the wire. To add an endpoint, add a row here (or in first-endpoints.ts if the console's first
// page needs it) and a handler in the service; neither side compiles until both agree.
import { z } from "zod/mini";
import { dynamicConfigEndpoints } from "./dynamic-config-endpoints.ts";
import { DynamicConfig, DynamicConfigRules } from "./dynamic-config.ts";
import { endpoint, listing, reading } from "./endpoint.ts";
import { writing } from "./write-endpoint.ts";
import { entityPropertyEndpoints } from "./entity-property-endpoints.ts";
import { EntityPropertySource, RecordedProperty } from "./entity-property.ts";
import { answer, listAnswer } from "./envelope.ts";
import { PageQuery } from "./query-fields.ts";
import { CataloguedEvent, EventCatalogueQuery } from "./event-catalogue.ts";
import { DerivedAttributes, DerivedAttributesQuery, EventRecord, EventUser, SilentEvent } from "./event.ts";
import { eventEndpoints } from "./event-endpoints.ts";
import { EventsQuery } from "./event-query.ts";
import { comparisonQuery, experimentEndpoints } from "./experiment-endpoints.ts";
import { Experiment } from "./experiment.ts";
import { firstEndpoints } from "./first-endpoints.ts";
import { gateEndpoints } from "./gate-endpoints.ts";
import { Gate, UpdatedGate } from "./gate.ts";
import { keyEndpoints } from "./key-endpoints.ts";
import { metricEndpoints } from "./metric-endpoints.ts";
import { holdoutEndpoints } from "./holdout-endpoints.ts";
import { layerEndpoints } from "./layer-endpoints.ts";
import { Metric } from "./metric.ts";
import { projectEndpoints } from "./project-endpoints.ts";
import { pulseLoadEndpoints } from "./pulse-load-endpoints.ts";
import { segmentEndpoints } from "./segment-endpoints.ts";
import { ImportFile, LogImport } from "./log-import.ts";
import { EntityWithChangedInterpretation } from "./reading-change.ts";
import { ChangesQuery, RecentChange } from "./recent-change.ts";
import { CloseNamesQuery, FoundEntity, NamesQuery, SearchQuery, SearchResult } from "./search.ts";
import { SummaryCharts } from "./summary-charts.ts";
import { WarehouseCheck } from "./warehouse-check.ts";
import { warehouseSourceEndpoints } from "./warehouse-source-endpoints.ts";
import { WarehouseConnection } from "./warehouse-connection.ts";

/** Variants of page links in the API description: without the field `all`, or with the query alone. */
const pathLinks = { links: "path", all: false } as const;
const queryLinks = { links: "query", all: false } as const;

const configUpdate = async () => (await import("./dynamic-config-update.ts")).DynamicConfigUpdate;
const ruleUpdate = async () => (await import("./rule-update.ts")).GateRuleUpdate;

export const endpoints = {
  // Endpoints 4.1 – 4.11 of the API description
  updateWarehouseConnection: endpoint({
    method: "PATCH",
    path: "/console/v1/wh_connections",
    summary: "Update warehouse connection settings",
    message: "Connection updated successfully",
    body: async () => (await import("./warehouse-connection-update.ts")).WarehouseConnectionUpdate,
    response: z.looseObject({ message: z.string() }),
  }),
  listGateReferences: listing(Gate, PageQuery, {
    path: "/console/v1/gates/{id}/gate_references",
    summary: "List gates referencing a gate",
    message: "Gates listed successfully.",
    paging: pathLinks,
  }),
  listExperimentReferences: listing(Experiment, PageQuery, {
    path: "/console/v1/gates/{id}/experiment_references",
    summary: "List experiments referencing a gate",
    message: "Experiments listed successfully.",
    paging: pathLinks,
  }),
  updateDynamicConfig: writing(DynamicConfig, configUpdate, {
    method: "POST",
    path: "/console/v1/dynamic_configs/{id}",
    summary: "Fully update a dynamic config",
    message: "Dynamic config updated successfully.",
  }),
  readDynamicConfigRules: endpoint({
    method: "GET",
    path: "/console/v1/dynamic_configs/{id}/rules",
    summary: "Get the rules of a dynamic config",
    message: "Dynamic Config rules read successfully.",
    paging: pathLinks,
    response: listAnswer(DynamicConfigRules),
  }),
  readSummaryCharts: reading(SummaryCharts, {
    path: "/console/v1/experiments/{id}/summary_charts",
    summary: "Get experiment summary charts",
    message: "Successfully loaded Experiment Summary Charts",
    // Choice: `control` and `test` take a group's id or name, an asterisk means all test groups, and unknown parameters are refused.
    query: z.strictObject(comparisonQuery),
  }),
  updateGateRule: writing(UpdatedGate, ruleUpdate, {
    method: "PATCH",
    path: "/console/v1/gates/{id}/rules/{ruleID}",
    summary: "Update one rule of a gate",
    message: "Gate updated successfully.",
  }),
  listEntityProperties: listing(EntityPropertySource, PageQuery, {
    path: "/console/v1/experiments/entity_properties",
    summary: "List entity property sources",
    message: "Entity Property Sourcess listed successfully.",
  }),
  listEventMetrics: listing(Metric, PageQuery, {
    path: "/console/v1/events/{eventName}/metrics",
    summary: "List metrics derived from an event",
    message: "Metrics listed successfully.",
    paging: queryLinks,
  }),
  listEvents: listing(EventRecord, EventsQuery, {
    path: "/console/v1/events",
    summary: "List events",
    message: "Event values listed successfully.",
  }),
  listEventValues: listing(EventRecord, EventsQuery, {
    path: "/console/v1/events/{eventName}",
    summary: "List values of one event",
    message: "Event values listed successfully.",
  }),

  ...firstEndpoints,
  ...gateEndpoints,
  ...dynamicConfigEndpoints,
  ...keyEndpoints,
  ...experimentEndpoints,
  ...pulseLoadEndpoints,
  ...layerEndpoints,
  ...segmentEndpoints,
  ...holdoutEndpoints,
  ...projectEndpoints,
  ...warehouseSourceEndpoints,
  ...entityPropertyEndpoints,
  // Choice: the users of recent events are listed at `/event_users`.
  listEventUsers: listing(EventUser, PageQuery, {
    path: "/console/v1/event_users",
    summary: "List the users of recent events with what the events say of them",
    message: "Event users listed successfully.",
  }),
  // Choice: `/derived_attributes` returns the attributes that rules derive from a user agent and an IP address.
  readDerivedAttributes: reading(DerivedAttributes, {
    path: "/console/v1/derived_attributes",
    summary: "Read browser and system from a user agent, and the country from an IP address",
    message: "Attributes read successfully.",
    query: DerivedAttributesQuery,
  }),
  // Choice: `/recorded_properties` lists the unit properties that recent exposures recorded, with their most frequent values.
  listRecordedProperties: listing(RecordedProperty, PageQuery, {
    path: "/console/v1/recorded_properties",
    summary: "List the properties of units that exposures recorded lately, with values and use",
    message: "Properties listed successfully.",
  }),
  // Choice: `/silent_events` lists events that stopped arriving: none for at least six hours and for as long as 50 events usually take.
  listSilentEvents: listing(SilentEvent, PageQuery, {
    path: "/console/v1/silent_events",
    summary: "List events that came often and come no more, the most frequent first",
    message: "Events listed successfully.",
  }),
  // Choice: `/event_catalogue` lists the names of all events with their fields, the most frequent first.
  listEventCatalogue: listing(CataloguedEvent, EventCatalogueQuery, {
    path: "/console/v1/event_catalogue",
    summary: "List the names of all events with volume, fields, sources and what is odd about them",
    message: "Events listed successfully.",
  }),
  // Choice: gates and configs that an update of the service could evaluate differently are listed at `/changed_readings` until somebody dismisses them.
  listChangedReadings: listing(EntityWithChangedInterpretation, PageQuery, {
    path: "/console/v1/changed_readings",
    summary: "List gates and dynamic configs whose rules an update could decide differently",
    message: "Rules listed successfully.",
  }),
  dismissChangedReadings: endpoint({
    method: "POST",
    path: "/console/v1/changed_readings/dismiss",
    summary: "Take all of them off that list",
    message: "Rules dismissed successfully.",
    response: z.looseObject({ message: z.string() }),
  }),
  ...eventEndpoints,
  ...metricEndpoints,
  // Choice: `/changes` lists the changes of all gates, dynamic configs and experiments since a time in ms; `gates` limits it to some gates.
  listChanges: listing(RecentChange, ChangesQuery, {
    path: "/console/v1/changes",
    summary: "List the changes of gates, dynamic configs and experiments, the newest first",
    message: "Changes listed successfully.",
  }),
  // Choice: `/search` searches all kinds of entities for a text, `/names` returns names by id, and `/close_names` finds ids similar to one that does not exist.
  search: reading(SearchResult, {
    path: "/console/v1/search",
    summary: "Find gates, dynamic configs, experiments, events, rules and metrics by a text",
    message: "Search completed successfully.",
    query: SearchQuery,
  }),
  readNames: reading(z.array(FoundEntity), {
    path: "/console/v1/names",
    summary: "Read the names of gates, dynamic configs or experiments by their ids",
    message: "Names read successfully.",
    query: NamesQuery,
  }),
  readCloseNames: reading(z.array(FoundEntity), {
    path: "/console/v1/close_names",
    summary: "List what has a name or id close to one that does not exist, the closest first",
    message: "Names read successfully.",
    query: CloseNamesQuery,
  }),
  // Choice: files of events and exposures are uploaded to `/import_files`, previewed, and imported in the background by `/imports`, where an import can be stopped and later undone.
  sendImportFile: endpoint({
    method: "POST",
    path: "/console/v1/import_files",
    summary: "Send a file of events or exposures, and get its first rows and what its columns probably mean",
    message: "File read successfully.",
    query: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(255)) }),
    isUpload: true,
    response: answer(ImportFile),
  }),
  readImportFile: reading(ImportFile, {
    path: "/console/v1/import_files/{id}",
    summary: "Read again the first rows of a file that was sent, as long as the service has it",
    message: "File read successfully.",
  }),
  listImports: listing(LogImport, PageQuery, {
    path: "/console/v1/imports",
    summary: "List the imports that are in the log, the newest first",
    message: "Imports listed successfully.",
  }),
  createImport: endpoint({
    method: "POST",
    path: "/console/v1/imports",
    summary: "Begin to import a file that was sent",
    message: "Import begun.",
    body: async () => (await import("./log-import-update.ts")).LogImportRequest,
    response: answer(LogImport),
  }),
  readImport: reading(LogImport, {
    path: "/console/v1/imports/{id}",
    summary: "Read how far an import is, or what became of it",
    message: "Import read successfully.",
  }),
  cancelImport: endpoint({
    method: "POST",
    path: "/console/v1/imports/{id}/cancel",
    summary: "Stop an import that is under way; nothing of it is stored",
    message: "Import cancelled.",
    response: answer(LogImport),
  }),
  undoImport: endpoint({
    method: "POST",
    path: "/console/v1/imports/{id}/undo",
    summary: "Remove the rows of an import from the log",
    message: "Import undone.",
    response: answer(z.looseObject({ removed: z.number() })),
  }),
  readWarehouseConnection: reading(WarehouseConnection, {
    path: "/console/v1/wh_connections",
    summary: "Read the stored warehouse settings that are not secret",
    message: "Connection read successfully.",
  }),
  undoWarehouseConnection: endpoint({
    method: "POST",
    path: "/console/v1/wh_connections/undo",
    summary: "Bring back the warehouse settings of one provider before the last save, without the secrets",
    message: "Connection updated successfully",
    body: async () => (await import("./warehouse-connection-update.ts")).WarehouseUndo,
    response: z.looseObject({ message: z.string() }),
  }),
  createWarehouseCheck: endpoint({
    method: "POST",
    path: "/console/v1/wh_connections/checks",
    summary: "Begin to test warehouse settings that are not saved, step by step",
    message: "Test begun.",
    body: async () => (await import("./warehouse-connection-update.ts")).WarehouseCheckRequest,
    response: answer(WarehouseCheck),
  }),
  readWarehouseCheck: reading(WarehouseCheck, {
    path: "/console/v1/wh_connections/checks/{id}",
    summary: "Read how far a test of warehouse settings is, and what it found",
    message: "Test read successfully.",
  }),
};

type EndpointTable = typeof endpoints;
/** An interface instead of a type alias, so that declaration files name it instead of repeating the whole table. */
export interface Endpoints extends EndpointTable {}
export type EndpointName = keyof Endpoints;
