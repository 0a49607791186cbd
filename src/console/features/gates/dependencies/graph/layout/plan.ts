// What is laid out, and the places that come of it. Nothing of the page belongs into this folder: large pictures are laid out in a worker.

export interface Box {
  readonly key: string;
  readonly width: number;
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** The boxes in the order in which they are to be read; arrows lead from left to right. */
export interface PlanRequest {
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  /** Key of the box that all others are seen from. */
  readonly start: string;
}

/** px */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Of the upper left corner, px. */
export interface PlacedBox extends Box, Point {}

/** Boxes that all have the same arrows: they stand together, and the arrows lead to their frame. */
export interface PlacedFrame extends Point {
  readonly keys: readonly string[];
  readonly width: number;
  readonly height: number;
}

export interface PlacedArrow {
  /** Keys of the box, or of all in the frame, where it begins and where it ends. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** From edge to edge. */
  readonly points: readonly Point[];
  /** "bend": along straight lines that many arrows share. */
  readonly line: "curve" | "bend";
  /** Against the reading direction: it closes a circle. */
  readonly isBack: boolean;
}

export interface Plan {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly frames: readonly PlacedFrame[];
  readonly arrows: readonly PlacedArrow[];
}

export const boxHeight = 40;
/** px between boxes above each other, and between columns. */
export const gap = { row: 16, column: 52 } as const;

/** px in which a picture is to be seen as a whole; it is spread so that it fills a room of this shape. */
export const room = { width: 1120, height: 600 } as const;

/** How large a picture can be shown as a whole; 1 is full size. */
export const fitOf = ({ width, height }: { readonly width: number; readonly height: number }) =>
  Math.min(1, room.width / width, room.height / height);
