// Reads what stands next to one thing: what asks about it, or what it asks about. Told as things and edges, and where it stopped.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Gate, ReferringGate } from "#contract/gate.ts";
import {
  configThing,
  experimentThing,
  gateThing,
  keyOf,
  missingGate,
  type Reference,
  type Thing,
} from "./thing.ts";

/** One page of a list; `total` counts all pages, and without it the page is the whole list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly total?: number | undefined;
}

type ReadReferring<Item> = (gateID: string, page: number) => Promise<ListPage<Item>>;

/** How references are read; pages count from 1. Readers may end early on the same signal as the walk. */
export interface ReferenceReaders {
  readonly gates: ReadReferring<ReferringGate>;
  readonly experiments: ReadReferring<Experiment>;
  readonly configs: ReadReferring<DynamicConfig>;
  /** One gate by id, undefined where there is none. */
  readonly gate: (id: string) => Promise<Gate | undefined>;
}

/** "dependents": what asks about the start; "dependencies": what the start asks about. */
export type Direction = "dependents" | "dependencies";

/** `from` asks about the gate `to`, which are keys. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Empty where the service says so but the rules do not show it. */
  readonly references: readonly Reference[];
}

/** Where the walk did not go on. */
export interface Stop {
  readonly key: string;
  readonly because: "depth" | "width" | "things" | "aborted" | "failed";
  /** One sentence. */
  readonly words: string;
}

/** Neighbours of one thing: the things and the edges to them. */
interface Step {
  readonly thing: Thing;
  readonly edge: Edge;
}

export interface Reading {
  readonly steps: readonly Step[];
  readonly stops: readonly Stop[];
}

const edgeBetween = (from: Thing, to: string, gateID: string): Edge => ({
  from: from.key,
  to,
  references: from.references.filter((reference) => reference.gateID === gateID),
});

/** The first pages of one list, as many as the width asks for; all but the first at the same time. */
async function readPages<Item>(read: (page: number) => Promise<ListPage<Item>>, width: number) {
  const { items: first, total = first.length } = await read(1);
  const pages = first.length > 0 ? Math.ceil(Math.min(total, width) / first.length) : 1;
  const further = Array.from({ length: pages - 1 }, (_, index) => read(index + 2));
  const items = [...first, ...(await Promise.all(further)).flatMap((page) => page.items)];
  return { items: items.slice(0, width), total: Math.max(total, items.length) };
}

async function readDependents(gate: Thing, readers: ReferenceReaders, width: number) {
  if (gate.kind !== "gate") return [];
  const listOf = async <Item>(
    read: ReadReferring<Item>,
    thingOf: (item: Item) => Thing,
    noun: "experiments" | "gates" | "configs",
    known: number | undefined,
  ): Promise<Reading> => {
    if (known === 0) return { steps: [], stops: [] };
    const { items, total } = await readPages((page) => read(gate.id, page), width);
    const steps = items.map((item): Step => {
      const thing = thingOf(item);
      return { thing, edge: edgeBetween(thing, gate.key, gate.id) };
    });
    const words = `Of the ${total} ${noun} that ask about it, ${items.length} were read.`;
    return { steps, stops: total > items.length ? [{ key: gate.key, because: "width", words }] : [] };
  };
  const { askedBy } = gate;
  return Promise.all([
    listOf(readers.experiments, experimentThing, "experiments", askedBy?.experiments),
    listOf(readers.gates, gateThing, "gates", askedBy?.gates),
    listOf(readers.configs, configThing, "configs", askedBy?.dynamicConfigs),
  ]);
}

async function readDependencies(thing: Thing, readers: ReferenceReaders, width: number) {
  const ids = [...new Set(thing.references.map(({ gateID }) => gateID))];
  const steps = await Promise.all(
    ids.slice(0, width).map(async (id): Promise<Step> => {
      const gate = await readers.gate(id);
      const key = keyOf("gate", id);
      return {
        thing: gate ? { ...gateThing(gate), key } : missingGate(id),
        edge: edgeBetween(thing, key, id),
      };
    }),
  );
  const words = `Of the ${ids.length} gates that it asks about, ${width} were read.`;
  const stops: Stop[] = ids.length > width ? [{ key: thing.key, because: "width", words }] : [];
  return [{ steps, stops }];
}

/** Reads the neighbours of one thing; a failure is told as a stop, so that the walk goes on elsewhere. */
export async function readNeighbours(
  thing: Thing,
  direction: Direction,
  readers: ReferenceReaders,
  width: number,
): Promise<Reading> {
  const read = direction === "dependents" ? readDependents : readDependencies;
  try {
    const readings = await read(thing, readers, width);
    return {
      steps: readings.flatMap(({ steps }) => steps),
      stops: readings.flatMap(({ stops }) => stops),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const words = `Its references could not be read: ${message}`;
    return { steps: [], stops: [{ key: thing.key, because: "failed", words }] };
  }
}
