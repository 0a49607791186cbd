import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { Suspense, useEffect, useEffectEvent } from "react";
import { useConnection } from "#console/foundation/api/connection.ts";
import {
  ApiFailure,
  ContractMismatch,
  CallFailure,
  isNotFound,
  NetworkFailure,
  type SentRequest,
} from "#console/foundation/api/failure.ts";
import { usePlace } from "#console/app/navigation/place.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { CopyCurl, FailureDetails } from "#console/foundation/ui/failure-notice.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";

const NotFoundEntity = lazyPart(
  "What is close to this id",
  async () => (await import("./not-found-page.tsx")).NotFoundEntity,
);

/** The raw answer, if it did not match the contract. */
const Answer = ({ error }: { error: ContractMismatch }) => (
  <details className="mt-4">
    <summary className="cursor-pointer font-medium">The answer as it came</summary>
    <pre
      tabIndex={0}
      className="mt-2 max-h-96 overflow-auto rounded border border-border bg-surface-sunken p-3 font-mono text-12"
    >
      {JSON.stringify(error.raw, null, 2)}
    </pre>
  </details>
);

function RequestLine({ request }: { request: SentRequest }) {
  const { pathname, search } = new URL(request.url);
  return (
    <p className="mt-4 break-all">
      <span className="text-text-muted">Request: </span>
      <code className="font-mono text-12">
        {request.method} {pathname + search}
      </code>
    </p>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof NetworkFailure)
    return "It may have been stopped, or this computer is offline. Nothing was changed.";
  if (error instanceof ContractMismatch)
    return "The service answered, but not in the shape this console knows. Nothing was changed.";
  return error instanceof Error ? error.message : String(error);
}

/** The request, the answer, and the ways to continue. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const place = usePlace();
  const queries = useQueryErrorResetBoundary();
  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  const connection = useConnection();
  const refused = error instanceof ApiFailure && error.status === 401;
  const retryWithNewKey = useEffectEvent(retry);
  useEffect(() => {
    if (refused && !connection.needsKey) retryWithNewKey();
  }, [refused, connection]);
  if (isNotFound(error) && place.section && place.id)
    return (
      <Suspense>
        <NotFoundEntity />
      </Suspense>
    );
  return (
    <div role="alert" className="max-w-2xl py-6">
      <h1 className="text-24 font-strong tracking-[-0.02em]">
        {error instanceof CallFailure ? error.title : "This page could not be shown"}
      </h1>
      <p className="mt-2">{messageOf(error)}</p>
      {error instanceof ContractMismatch ? <Answer error={error} /> : null}
      {error instanceof CallFailure ? <RequestLine request={error.request} /> : null}
      <FailureDetails error={error} />
      <div className="mt-6 flex gap-2">
        <Button onClick={retry}>Retry</Button>
        {error instanceof CallFailure ? <CopyCurl failure={error} /> : null}
      </div>
    </div>
  );
}
