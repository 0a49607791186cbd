// Parses server-sent events incrementally, as chunks of the stream arrive. Pure.

export interface SentMessage {
  kind: string;
  data: string;
}

/** Returns a function that takes the next chunk of text and returns the messages completed by it; a chunk may end anywhere. */
export function messageReader() {
  let rest = "";
  return (piece: string): SentMessage[] => {
    const parts = (rest + piece).replaceAll("\r\n", "\n").split("\n\n");
    rest = parts.pop() ?? "";
    return parts.flatMap((part) => {
      const fields = part.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
      const of = (name: string) =>
        fields.filter(([, field]) => field === name).map(([, , value = ""]) => value);
      const data = of("data").join("\n");
      return data ? [{ kind: of("event")[0] ?? "message", data }] : [];
    });
  };
}
