// Lays out a picture beside the page, so that a large one never holds up a key or a scroll.
import { layOut } from "./lay-out.ts";
import type { NumberedRequest } from "./plan-of.ts";

addEventListener("message", ({ data: { number, request } }: MessageEvent<NumberedRequest>) =>
  postMessage({ number, plan: layOut(request) }),
);
