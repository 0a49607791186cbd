// The messages of a stream of server-sent events, read piece by piece as they come. Pure.

export interface SentMessage {
  kind: string;
  data: string;
}

/** The messages of pieces of text, which may end anywhere within one. */
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
