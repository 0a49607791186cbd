// Computes layouts in a web worker, so that a large graph does not block input or scrolling.
import { layOut } from "./lay-out.ts";
import type { PlanRequest } from "./plan.ts";

addEventListener("message", ({ data, ports: [answering] }: MessageEvent<PlanRequest>) =>
  answering?.postMessage(layOut(data), []),
);
