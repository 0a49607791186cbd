import { useEffect, useState } from "react";
import { checkService, useConnection } from "#console/foundation/api/connection.ts";
import { Button } from "#console/foundation/ui/button.tsx";

const startedAnewAt = "assay.started-anew";

/** Reloads the page with the newest console, keeping the address. */
function startAnew() {
  sessionStorage.setItem(startedAnewAt, location.href);
  location.reload();
}

/** Shown in place of a page whose code could not be loaded: the service is down, or has a newer console than this tab. */
export function MissingPage() {
  const { isAway } = useConnection();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (isAway) return;
    void checkService().then((hasAnswered) => {
      if (!hasAnswered) return;
      // Once per address, since the newest console may not have the page either.
      if (sessionStorage.getItem(startedAnewAt) === location.href) setMissing(true);
      else startAnew();
    });
  }, [isAway]);
  const retry = async () => {
    if (await checkService()) startAnew();
  };
  return (
    <div role="alert" className="appear max-w-2xl py-6">
      <h1 className="text-24 font-strong tracking-[-0.02em]">
        {isMissing ? "This page could not be loaded" : "The service cannot be reached"}
      </h1>
      <p className="mt-2 mb-6">
        {isMissing
          ? "The service answers, but without the code of this page."
          : "It may have been stopped, or this computer is offline. Nothing was changed."}
      </p>
      <Button onClick={() => void retry()}>Retry</Button>
    </div>
  );
}
