// Rows of the endpoint table for loads, which compute results in the warehouse.
import { z } from "zod/mini";
import { endpoint, listing, reading } from "./endpoint.ts";
import { answer } from "./envelope.ts";
import { PulseLoad, PulseLoadState, WarehouseLoads, WarehouseStatus } from "./pulse-load.ts";
import { PageQuery } from "./query-fields.ts";
import { writing } from "./write-endpoint.ts";

const path = "/console/v1/experiments/{id}/load_pulse";

export const pulseLoadEndpoints = {
  // Choice: with `dryRun` a load is not started: the response says what it would read.
  loadPulse: writing(PulseLoad, async () => (await import("./pulse-load-update.ts")).LoadPulseRequest, {
    method: "POST",
    path,
    summary: "Begin to measure an experiment in its warehouse, or join a load that is alike",
    message: "Pulse load started successfully.",
  }),
  // Choice: `load_pulse` can also be read, for the progress of a load, and deleted, to stop it.
  readPulseLoad: reading(PulseLoadState, {
    path,
    summary: "Read how fresh the results from the warehouse are, and how far a load is",
    message: "Pulse load read successfully.",
  }),
  cancelPulseLoad: endpoint({
    method: "DELETE",
    path,
    summary: "Stop the load that runs, at the engine too",
    message: "Pulse load cancelled successfully.",
    response: answer(z.nullable(PulseLoad)),
  }),
  listPulseLoads: listing(PulseLoad, PageQuery, {
    path: "/console/v1/experiments/{id}/pulse_load_history",
    summary: "List the loads of an experiment, the newest first",
    message: "Pulse load history read successfully.",
  }),
  // Choice: `/warehouse_status` returns the state of the active warehouse for the whole console.
  readWarehouseStatus: reading(WarehouseStatus, {
    path: "/console/v1/warehouse_status",
    summary: "Read which loads failed, which sources are stale, and whether the connection fails",
    message: "Warehouse status read successfully.",
  }),
  // Choice: `/warehouse_loads` returns when the next scheduled load starts, what it reads, and the newest loads of all experiments.
  readWarehouseLoads: reading(WarehouseLoads, {
    path: "/console/v1/warehouse_loads",
    summary: "Read when the next load begins and what it reads, and the newest loads of all experiments",
    message: "Warehouse loads read successfully.",
  }),
};
