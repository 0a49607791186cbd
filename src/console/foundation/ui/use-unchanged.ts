import { useState } from "react";

/** Returns the same object as in the previous render while the value is the same, so that what depends on it is kept. */
export function useUnchanged<Value>(value: Value, isSame: (left: Value, right: Value) => boolean): Value {
  const [kept, setKept] = useState(value);
  if (kept === value || isSame(kept, value)) return kept;
  setKept(value);
  return value;
}
