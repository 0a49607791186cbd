import { useState } from "react";
import { curlOf } from "#console/foundation/api/curl.ts";
import { ApiFailure, isCallFailure, type CallFailure } from "#console/foundation/api/failure.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";

/** Copies the request that failed as a command, without its key. */
export function CopyCurl({ failure }: { failure: CallFailure }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(await curlOf(failure.request));
    setCopied(true);
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      <span aria-live="polite">{copied ? "Copied, without the key" : "Copy as cURL"}</span>
    </Button>
  );
}

/** A save or check that failed for another reason than a field: what came back, and that nothing is lost. */
export const SaveFailure = ({ error, reassurance }: { error: Error; reassurance: string }) => (
  <Notice
    tone="danger"
    title={
      error instanceof ApiFailure ? `The service answered ${error.status}` : "The service did not answer"
    }
    action={isCallFailure(error) && <CopyCurl failure={error} />}
  >
    <p>{error.message}</p>
    <p>{reassurance}</p>
  </Notice>
);
