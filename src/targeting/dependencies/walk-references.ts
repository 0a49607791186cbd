// Follows references from a gate step by step, in either direction, over readers that are given. Bounded, and says where it stopped.
import {
  readNeighbours,
  type Direction,
  type Edge,
  type Reading,
  type ReferenceReaders,
  type Stop,
} from "./read-neighbours.ts";
import type { Thing } from "./thing.ts";

/** Whoever stops a walk; a signal of the platform is one. */
interface StopSign {
  readonly aborted: boolean;
}

export interface WalkProgress {
  /** Things whose references were read. */
  readonly read: number;
  /** Things whose references are still to be read. */
  readonly waiting: number;
  /** Things found so far, without the start. */
  readonly found: number;
  /** Steps from the start. */
  readonly depth: number;
}

export interface WalkOptions {
  /** Most steps from the start. */
  readonly depth?: number;
  /** Most references read of one thing, of each kind. */
  readonly width?: number;
  /** Most things altogether. */
  readonly things?: number;
  /** Things whose references are read at the same time. */
  readonly atOnce?: number;
  readonly signal?: StopSign;
  /** `soFar` tells what has been found by now. */
  readonly onProgress?: (progress: WalkProgress, soFar: () => Walk) => void;
}

export interface Walk {
  readonly direction: Direction;
  readonly start: Thing;
  /** By key, the start first and the others in the order in which they were found. */
  readonly things: ReadonlyMap<string, Thing>;
  readonly edges: readonly Edge[];
  /** Empty where everything was read. */
  readonly stops: readonly Stop[];
}

const bounds = { depth: 8, width: 300, things: 2000, atOnce: 6 } as const;

/**
 * Walks references breadth first, so that the first way to a thing is a shortest one. It never rejects: what was found until it
 * was aborted, or where something could not be read, is answered with the stops.
 */
export async function walkReferences(
  start: Thing,
  direction: Direction,
  readers: ReferenceReaders,
  options: WalkOptions = {},
): Promise<Walk> {
  const { depth, width, things: most, atOnce, signal, onProgress } = { ...bounds, ...options };
  const things = new Map([[start.key, start]]);
  const edges: Edge[] = [];
  const stops: Stop[] = [];
  const isStopped = () => signal?.aborted ?? false;
  let isFull = false;
  const isOver = () => isFull || isStopped();
  let read = 0;
  let level = [start];

  const stopAt = (left: readonly Thing[], because: Stop["because"], words: string) => {
    for (const { key } of left) stops.push({ key, because, words });
  };

  /** Takes over what stands next to a thing; what is new of it. */
  const take = (reading: Reading): Thing[] => {
    stops.push(...reading.stops);
    const found: Thing[] = [];
    for (const { thing, edge } of reading.steps) {
      const isNew = !things.has(thing.key);
      isFull ||= isNew && things.size > most;
      if (isFull) break;
      if (isNew) found.push(thing);
      if (isNew) things.set(thing.key, thing);
      edges.push(edge);
    }
    return found;
  };

  const soFar = (): Walk => ({
    direction,
    start,
    things: new Map(things),
    edges: [...edges],
    stops: [...stops],
  });

  // Only gates are asked about; the things that a walk to dependents reaches otherwise are its ends.
  const asked = (found: readonly Thing[]) =>
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
      for (let thing = queue.shift(); thing && !isOver(); thing = queue.shift()) {
        const reading = await readNeighbours(thing, direction, readers, width);
        if (isOver()) return;
        level.push(...take(reading));
        if (isOver()) return;
        unread.delete(thing);
        read += 1;
        const waiting = unread.size + asked(level).length;
        onProgress?.({ read, waiting, found: things.size - 1, depth: steps + 1 }, soFar);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, readOn));
    if (isFull) stopAt([...unread], "things", `More than ${most} things were found.`);
    else if (isStopped()) stopAt([...unread, ...asked(level)], "aborted", "The walk was stopped.");
    if (isOver()) break;
  }
  return soFar();
}
