import { useEffect, useState } from "react";

/** A module once it is wanted and there; undefined until then, and for good where it cannot be fetched: the plain text stays. */
export function useLoaded<Module>(isWanted: boolean, load: () => Promise<Module>): Module | undefined {
  const [loaded, setLoaded] = useState<{ module: Module }>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    load().then(
      (module) => {
        if (!isGone) setLoaded({ module });
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isWanted, load]);
  return loaded?.module;
}
