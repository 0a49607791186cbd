// What the address of one event says.
export { EventListSearch as EventSearch } from "./event-list-search.ts";
