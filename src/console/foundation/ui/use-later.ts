import { startTransition, useEffect, useState } from "react";
import { whenIdle } from "./when-idle.ts";

/** True once the browser is idle after the first drawing: parts that are not visible at first can wait until then. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => void whenIdle(() => startTransition(() => setLater(true))), []);
  return isLater;
}
