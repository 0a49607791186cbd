// Reads what stands next to one thing: what asks about it, or what it asks about. Told as things and edges, and where it stopped.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Gate } from "#contract/gate.ts";
import {
  configNode,
  experimentNode,
  gateNode,
  keyOf,
  missingGate,
  type Reference,
  type DependencyNode,
} from "./node.ts";

/** One page of a list; `total` counts all pages, and without it the page is the whole list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly total?: number | undefined;
}

type ReadReferring<Item> = (gateID: string, page: number) => Promise<ListPage<Item>>;

/** How references are read; pages count from 1. Readers may end early on the same signal as the walk. */
export interface ReferenceReaders {
  readonly gates: ReadReferring<Gate>;
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
export interface Truncation {
  readonly key: string;
  readonly reason: "depth" | "width" | "things" | "aborted" | "failed";
  /** One sentence. */
  readonly message: string;
}

/** Neighbours of one thing: the things and the edges to them. */
interface Step {
  readonly node: DependencyNode;
  readonly edge: Edge;
}

export interface Reading {
  readonly steps: readonly Step[];
  readonly truncations: readonly Truncation[];
}

const edgeBetween = (from: DependencyNode, to: string, gateID: string): Edge => ({
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

async function readDependents(gate: DependencyNode, readers: ReferenceReaders, width: number) {
  if (gate.kind !== "gate") return [];
  const listOf = async <Item>(
    read: ReadReferring<Item>,
    nodeOf: (item: Item) => DependencyNode,
    noun: "experiments" | "gates" | "configs",
  ): Promise<Reading> => {
    const { items, total } = await readPages((page) => read(gate.id, page), width);
    const steps = items.map((item): Step => {
      const node = nodeOf(item);
      return { node, edge: edgeBetween(node, gate.key, gate.id) };
    });
    const message = `Of the ${total} ${noun} that ask about it, ${items.length} were read.`;
    return { steps, truncations: total > items.length ? [{ key: gate.key, reason: "width", message }] : [] };
  };
  return Promise.all([
    listOf(readers.experiments, experimentNode, "experiments"),
    listOf(readers.gates, gateNode, "gates"),
    listOf(readers.configs, configNode, "configs"),
  ]);
}

async function readDependencies(node: DependencyNode, readers: ReferenceReaders, width: number) {
  const ids = [...new Set(node.references.map(({ gateID }) => gateID))];
  const steps = await Promise.all(
    ids.slice(0, width).map(async (id): Promise<Step> => {
      const gate = await readers.gate(id);
      const key = keyOf("gate", id);
      return {
        node: gate ? { ...gateNode(gate), key } : missingGate(id),
        edge: edgeBetween(node, key, id),
      };
    }),
  );
  const message = `Of the ${ids.length} gates that it asks about, ${width} were read.`;
  const truncations: Truncation[] = ids.length > width ? [{ key: node.key, reason: "width", message }] : [];
  return [{ steps, truncations }];
}

/** Reads the neighbours of one thing; a failure is told as a stop, so that the walk goes on elsewhere. */
export async function readNeighbours(
  node: DependencyNode,
  direction: Direction,
  readers: ReferenceReaders,
  width: number,
): Promise<Reading> {
  const read = direction === "dependents" ? readDependents : readDependencies;
  try {
    const readings = await read(node, readers, width);
    return {
      steps: readings.flatMap(({ steps }) => steps),
      truncations: readings.flatMap(({ truncations }) => truncations),
    };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    const message = `Its references could not be read: ${failure}`;
    return { steps: [], truncations: [{ key: node.key, reason: "failed", message }] };
  }
}
