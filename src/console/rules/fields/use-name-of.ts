import { useMemo } from "react";
import type { NameOf } from "./condition-words.ts";

/** Names by id; the same function while the gates are the same. */
export function useNameOf(gates: readonly { id: string; name: string }[]): NameOf {
  return useMemo(() => {
    const names = new Map(gates.map(({ id, name }) => [id, name]));
    return (id) => names.get(id);
  }, [gates]);
}
