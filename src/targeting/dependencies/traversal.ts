// Follows references from a gate step by step, in either direction, over readers that are given. Bounded, and says where it stopped.
import {
  readNeighbours,
  type Direction,
  type Edge,
  type Reading,
  type ReferenceReaders,
  type Truncation,
} from "./read-neighbours.ts";
import type { DependencyNode } from "./node.ts";

/** Whoever stops a walk; a signal of the platform is one. */
interface StopSign {
  readonly aborted: boolean;
}

export interface TraversalProgress {
  /** Things whose references were read. */
  readonly read: number;
  /** Things whose references are still to be read. */
  readonly waiting: number;
  /** Things found so far, without the start. */
  readonly found: number;
  /** Steps from the start. */
  readonly depth: number;
}

export interface TraversalOptions {
  /** Most steps from the start. */
  readonly depth?: number;
  /** Most references read of one thing, of each kind. */
  readonly width?: number;
  /** Most things altogether. */
  readonly nodes?: number;
  /** Things whose references are read at the same time. */
  readonly atOnce?: number;
  readonly signal?: StopSign;
  /** `soFar` tells what has been found by now. */
  readonly onProgress?: (progress: TraversalProgress, soFar: () => DependencyGraph) => void;
}

export interface DependencyGraph {
  readonly direction: Direction;
  readonly start: DependencyNode;
  /** By key, the start first and the others in the order in which they were found. */
  readonly nodes: ReadonlyMap<string, DependencyNode>;
  readonly edges: readonly Edge[];
  /** Empty where everything was read. */
  readonly truncations: readonly Truncation[];
}

const bounds = { depth: 8, width: 300, nodes: 2000, atOnce: 6 } as const;

/**
 * Walks references breadth first, so that the first way to a thing is a shortest one. It never rejects: what was found until it
 * was aborted, or where something could not be read, is answered with the stops.
 */
export async function traverse(
  start: DependencyNode,
  direction: Direction,
  readers: ReferenceReaders,
  options: TraversalOptions = {},
): Promise<DependencyGraph> {
  const { depth, width, nodes: most, atOnce, signal, onProgress } = { ...bounds, ...options };
  const nodes = new Map([[start.key, start]]);
  const edges: Edge[] = [];
  const truncations: Truncation[] = [];
  const isStopped = () => signal?.aborted ?? false;
  let isFull = false;
  const isOver = () => isFull || isStopped();
  let read = 0;
  let level = [start];

  const stopAt = (left: readonly DependencyNode[], reason: Truncation["reason"], message: string) => {
    for (const { key } of left) truncations.push({ key, reason, message });
  };

  /** Takes over what stands next to a thing; what is new of it. */
  const take = (reading: Reading): DependencyNode[] => {
    truncations.push(...reading.truncations);
    const found: DependencyNode[] = [];
    for (const { node, edge } of reading.steps) {
      const isNew = !nodes.has(node.key);
      isFull ||= isNew && nodes.size > most;
      if (isFull) break;
      if (isNew) found.push(node);
      if (isNew) nodes.set(node.key, node);
      edges.push(edge);
    }
    return found;
  };

  const soFar = (): DependencyGraph => ({
    direction,
    start,
    nodes: new Map(nodes),
    edges: [...edges],
    truncations: [...truncations],
  });

  // Only gates are asked about; the things that a walk to dependents reaches otherwise are its ends.
  const asked = (found: readonly DependencyNode[]) =>
    found.filter(({ kind, isMissing }) => !isMissing && kind === "gate");

  for (let steps = 0; level.length > 0; steps += 1) {
    const queue = steps === 0 ? [start] : asked(level);
    const unread = new Set(queue);
    level = [];
    if (steps >= depth) {
      stopAt(queue, "depth", `Not followed further than ${depth} steps.`);
      break;
    }
    const readOn = async () => {
      for (let node = queue.shift(); node && !isOver(); node = queue.shift()) {
        const reading = await readNeighbours(node, direction, readers, width);
        if (isOver()) return;
        level.push(...take(reading));
        if (isOver()) return;
        unread.delete(node);
        read += 1;
        const waiting = unread.size + asked(level).length;
        onProgress?.({ read, waiting, found: nodes.size - 1, depth: steps + 1 }, soFar);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, readOn));
    if (isFull) stopAt([...unread], "things", `More than ${most} things were found.`);
    else if (isStopped()) stopAt([...unread, ...asked(level)], "aborted", "The walk was stopped.");
    if (isOver()) break;
  }
  return soFar();
}
