// The request for a layout and its result. Nothing of the page belongs into this folder: large graphs are laid out in a worker.

/** Leads from left to right, from one key to another. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

export interface PlanRequest {
  /** Of the boxes, in reading order. */
  readonly keys: readonly string[];
  readonly arrows: readonly Arrow[];
  /** Key of the box that the graph is about. */
  readonly start: string;
  /** px, of every box. */
  readonly boxWidth: number;
}

/** px */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y` are its upper left corner; px. */
export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

export interface PlacedArrow {
  /** Keys of the box, or of all boxes in the frame, where it begins and where it ends. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly points: readonly Point[];
  /** Against the reading direction: it is circular. */
  readonly isBack: boolean;
}

export interface Plan {
  readonly width: number;
  readonly height: number;
  /** px, of every box. */
  readonly boxWidth: number;
  /** Upper left corners by key. */
  readonly boxes: ReadonlyMap<string, Point>;
  /** Around boxes with the same arrows, which lead to the frame. */
  readonly frames: readonly Area[];
  readonly arrows: readonly PlacedArrow[];
}

export const boxHeight = 40;
/** px between boxes above each other, and between columns. */
export const gap = { row: 16, column: 52 } as const;

/** px; a graph is spread so that it fills a space of this shape. */
const space = { width: 1120, height: 600 } as const;

/** The scale at which all of it is in view; at most 1, full size. */
export const fitOf = ({ width, height }: Pick<Area, "width" | "height">) =>
  Math.min(1, space.width / width, space.height / height);

/** The number of columns in which a strip of that size, px, becomes a block of the same shape as the space. */
export const columnsFor = (height: number, width: number) =>
  Math.max(1, Math.round(Math.sqrt((height * space.width) / (width * space.height))));
