// Messages between the open tabs of the console: that something was saved, and which editors are open. Never any content.
import { z } from "zod/mini";

const Message = z.union([
  z.object({ kind: z.literal("saved") }),
  /** "opened" is sent when an editor opens or its tab becomes visible again; the other tabs answer with "editing". */
  z.object({ kind: z.enum(["opened", "editing", "closed"]), entity: z.string(), tab: z.string() }),
]);
type Message = z.infer<typeof Message>;

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("assay") : undefined;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin has no target to name
export const notifyTabs = (message: Message) => channel?.postMessage(message);

export function onTabMessage(listener: (message: Message) => void) {
  const hear = ({ data }: MessageEvent<unknown>) => {
    const message = Message.safeParse(data);
    if (message.success) listener(message.data);
  };
  channel?.addEventListener("message", hear);
  return () => channel?.removeEventListener("message", hear);
}
