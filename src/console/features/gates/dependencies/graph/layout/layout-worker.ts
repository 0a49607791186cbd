// Lays out a picture beside the page, so that a large one never holds up a key or a scroll.
import { layOut } from "./lay-out.ts";
import type { PlanRequest } from "./plan.ts";

addEventListener("message", ({ data, ports: [answering] }: MessageEvent<PlanRequest>) =>
  answering?.postMessage(layOut(data), []),
);
