// Lays out a picture beside the page, so that a large one never holds up a key or a scroll.
import { layOut, type Arrow, type Box } from "./lay-out.ts";

addEventListener("message", ({ data }: MessageEvent<{ boxes: Box[]; arrows: Arrow[] }>) =>
  postMessage(layOut(data.boxes, data.arrows)),
);
