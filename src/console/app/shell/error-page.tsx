import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { useConnection } from "#console/foundation/api/connection.ts";
import { curlOf } from "#console/foundation/api/curl.ts";
import {
  ApiFailure,
  ContractMismatch,
  isCallFailure,
  isNotFound,
  NetworkFailure,
  problemsOfFailure,
  type SentRequest,
} from "#console/foundation/api/failure.ts";
import type { Problem } from "#contract/api-error.ts";
import { usePlace } from "#console/app/navigation/place.ts";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { isMissingPart } from "#console/foundation/ui/missing-part.ts";
import { MissingPage } from "./missing-page.tsx";

const NotFoundEntity = lazyPart(
  "What is close to this id",
  async () => (await import("./not-found-page.tsx")).NotFoundEntity,
);

const button =
  "inline-flex h-control items-center rounded border border-border-strong bg-surface px-3 font-medium hover:bg-surface-hover";

function CopyCurl({ request }: { request: SentRequest }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(await curlOf(request));
    setCopied(true);
  };
  return (
    <button type="button" className={button} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? "Copied, without the key" : "Copy as cURL"}</span>
    </button>
  );
}

const mostFields = 10;

/** Problems by field, the first ones of many. */
function Fields({ problems, whole = "the request" }: { problems: readonly Problem[]; whole?: string }) {
  if (problems.length === 0) return null;
  const more = problems.length - mostFields;
  return (
    <ul className="mt-4 grid gap-1">
      {problems.slice(0, mostFields).map(({ property, errorMessage }, index) => (
        <li key={`${index} ${property}`} className="break-words">
          <code className="font-mono text-12">{property || whole}</code>: {errorMessage}
        </li>
      ))}
      {more > 0 && <li className="text-text-muted">and {more} more</li>}
    </ul>
  );
}

/** Which fields of an answer did not fit, and the answer as it came. */
function Mismatch({ error }: { error: ContractMismatch }) {
  return (
    <>
      <p className="mt-2 text-text-muted">
        The service answered, but not in the shape this console knows. Nothing was changed.
      </p>
      <Fields problems={error.fields} whole="the whole answer" />
      <details className="mt-4">
        <summary className="cursor-pointer font-medium">The answer as it came</summary>
        <pre
          tabIndex={0}
          className="mt-2 max-h-96 overflow-auto rounded border border-border bg-surface-sunken p-3 font-mono text-12"
        >
          {JSON.stringify(error.raw, null, 2)}
        </pre>
      </details>
    </>
  );
}

function Asked({ request }: { request: SentRequest }) {
  const { pathname, search } = new URL(request.url);
  return (
    <p className="mt-4 break-all">
      <span className="text-text-muted">Asked: </span>
      <code className="font-mono text-12">
        {request.method} {pathname + search}
      </code>
    </p>
  );
}

const titleOf = (error: unknown) =>
  error instanceof ApiFailure
    ? `The service answered ${error.status}`
    : error instanceof ContractMismatch
      ? "The answer does not fit"
      : isCallFailure(error)
        ? "The service cannot be reached"
        : "This page could not be shown";

function wordsOf(error: unknown): string {
  if (error instanceof NetworkFailure)
    return "It may have been stopped, or this computer is offline. Nothing was changed.";
  return error instanceof Error ? error.message : String(error);
}

/** What was asked, what came back, and the ways on. Anything that a page throws while reading ends here. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
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
  if (isMissingPart(error)) return <MissingPage />;
  if (isNotFound(error) && place.section && place.id)
    return (
      <Suspense>
        <NotFoundEntity />
      </Suspense>
    );
  return (
    <div role="alert" className="max-w-2xl py-6">
      <h1 className="text-24 font-strong tracking-[-0.02em]">{titleOf(error)}</h1>
      {error instanceof ContractMismatch ? (
        <Mismatch error={error} />
      ) : (
        <p className="mt-2">{wordsOf(error)}</p>
      )}
      <Fields problems={problemsOfFailure(error)} />
      {isCallFailure(error) && <Asked request={error.request} />}
      {error instanceof ApiFailure && error.requestID && (
        <p>
          <span className="text-text-muted">Request: </span>
          <code className="font-mono text-12">{error.requestID}</code>
        </p>
      )}
      <div className="mt-6 flex gap-2">
        <button type="button" className={button} onClick={retry}>
          Retry
        </button>
        {isCallFailure(error) && <CopyCurl request={error.request} />}
      </div>
    </div>
  );
}
