// Messages between the open tabs of the console: that something was saved, and which editors are open. Never any content.
import { useEffect, useState } from "react";
import { z } from "zod/mini";

const Message = z.union([
  z.object({ kind: z.literal("saved") }),
  /** An editor opened, or its tab came back; the others answer with "editing". */
  z.object({ kind: z.enum(["opened", "editing", "closed"]), entity: z.string(), tab: z.string() }),
]);
type Message = z.infer<typeof Message>;

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("assay") : undefined;
const thisTab = Math.random().toString(36).slice(2);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin has no target to name
export const notifyTabs = (message: Message) => channel?.postMessage(message);

export function onTabs(listener: (message: Message) => void) {
  const hear = ({ data }: MessageEvent<unknown>) => {
    const message = Message.safeParse(data);
    if (message.success) listener(message.data);
  };
  channel?.addEventListener("message", hear);
  return () => channel?.removeEventListener("message", hear);
}

/** The number of other tabs that have an editor of this entity open. */
export function useOtherEditors(entity: string): number {
  const [tabs, setTabs] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const tell = (kind: "opened" | "editing" | "closed") => notifyTabs({ kind, entity, tab: thisTab });
    const stop = onTabs((message) => {
      if (message.kind === "saved" || message.entity !== entity) return;
      const { kind, tab } = message;
      if (kind === "opened") tell("editing");
      setTabs((before) => {
        const after = new Set(before);
        if (kind === "closed") after.delete(tab);
        else after.add(tab);
        return after;
      });
    });
    // A tab that crashed sent no "closed": a tab that comes back asks again.
    const ask = () => {
      setTabs(new Set());
      tell("opened");
    };
    const leave = () => tell("closed");
    ask();
    const listening = new AbortController();
    addEventListener("focus", ask, listening);
    addEventListener("pagehide", leave, listening);
    return () => {
      stop();
      listening.abort();
      leave();
    };
  }, [entity]);
  return tabs.size;
}
