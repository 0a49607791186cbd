// The request for a layout and its result. This folder must not depend on the page, because the layout runs in a worker.

/** An arrow from one box to another, by key; drawn from left to right. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

export interface PlanRequest {
  /** Keys of the boxes, in reading order. */
  readonly keys: readonly string[];
  readonly arrows: readonly Arrow[];
  /** Key of the central box. */
  readonly start: string;
  /** Common width of all boxes in px. */
  readonly boxWidth: number;
}

/** Coordinates in px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle in px; `x` and `y` are its upper left corner. */
export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

export interface PlacedArrow {
  /** Keys of the box, or of all boxes in the frame, at each end of the arrow. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly points: readonly Point[];
  /** The arrow runs against the reading direction, as part of a cycle. */
  readonly isBack: boolean;
}

export interface Plan {
  readonly width: number;
  readonly height: number;
  /** Common width of all boxes in px. */
  readonly boxWidth: number;
  /** Upper left corners of the boxes, by key. */
  readonly boxes: ReadonlyMap<string, Point>;
  /** Frames around boxes with identical arrows; the arrows end at the frame. */
  readonly frames: readonly Area[];
  readonly arrows: readonly PlacedArrow[];
}

export const boxHeight = 40;
/** Space in px between stacked boxes, and between columns. */
export const gap = { row: 16, column: 52 } as const;

/** Size in px of the area that the layout aims to fill. */
const space = { width: 1120, height: 600 } as const;

/** The scale at which a block fits the space completely; at most 1, full size. */
export const fitOf = ({ width, height }: Pick<Area, "width" | "height">) =>
  Math.min(1, space.width / width, space.height / height);

/** Number of columns into which a strip of this size in px must be broken to match the aspect ratio of the space. */
export const columnsFor = (height: number, width: number) =>
  Math.max(1, Math.round(Math.sqrt((height * space.width) / (width * space.height))));
