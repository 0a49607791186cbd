// Replaces the content that a failed call should have shown or stored: the failure, and the ways to continue.
import type { ReactNode } from "react";
import { curlOf } from "#console/foundation/api/curl.ts";
import { ApiFailure, CallFailure, ContractMismatch } from "#console/foundation/api/failure.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy.tsx";
import { Notice } from "./notice.tsx";

/** Copies the failed request as a cURL command, without its key. */
export const CopyCurl = ({ failure }: { failure: CallFailure }) => (
  <CopyButton
    variant="outlined"
    text={() => curlOf(failure.request)}
    label="Copy as cURL"
    done="Copied, without the key"
  />
);

const mostFields = 10;

/** The fields that the service refused, or that were malformed in its answer, up to a maximum; and the id of the request. */
export function FailureDetails({ error }: { error: unknown }) {
  const fields = error instanceof CallFailure ? error.problems : [];
  const whole = error instanceof ContractMismatch ? "the whole answer" : "the request";
  const more = fields.length - mostFields;
  return (
    <>
      {fields.length > 0 ? (
        <ul className="my-2 grid gap-1">
          {fields.slice(0, mostFields).map(({ property, errorMessage }, index) => (
            <li key={`${index} ${property}`} className="break-words">
              <code className="font-mono text-12">{property || whole}</code>: {errorMessage}
            </li>
          ))}
          {more > 0 ? <li className="text-text-muted">and {more} more</li> : null}
        </ul>
      ) : null}
      {error instanceof ApiFailure && error.requestID ? (
        <p>
          <span className="text-text-muted">Request ID: </span>
          <code className="font-mono text-12">{error.requestID}</code>
        </p>
      ) : null}
    </>
  );
}

interface FailureNoticeProps {
  error: Error;
  /** Names the failed call, such as "The metrics could not be read". */
  title?: string;
  retry?: () => void;
  children?: ReactNode;
}

export const FailureNotice = ({ error, title, retry, children }: FailureNoticeProps) => (
  <Notice
    tone="danger"
    title={title ?? (error instanceof CallFailure ? error.title : "This did not work")}
    action={
      <>
        {retry ? (
          <Button size="small" onClick={retry}>
            Retry
          </Button>
        ) : null}
        {error instanceof CallFailure ? <CopyCurl failure={error} /> : null}
      </>
    }
  >
    <p>
      {title && error instanceof ApiFailure ? `${error.title}: ` : ""}
      {error.message}
    </p>
    <FailureDetails error={error} />
    {children}
  </Notice>
);
