// Lazy-loaded parts of a page. If a part cannot be loaded, the rest of the page stays and a notice names what is missing.
import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { createContext, lazy, useContext, useState, type ComponentType } from "react";
import { Button } from "./button.tsx";
import { retryLoad, isMissingPart } from "./missing-part.ts";
import { Notice } from "./notice.tsx";

interface MissingNoticeProps {
  what: string;
  load: () => Promise<unknown>;
  onLoaded: () => void;
}

/** Closes the dialog whose code is missing; undefined for parts of a page. */
const Closing = createContext<(() => void) | undefined>(undefined);

function MissingNotice({ what, load, onLoaded }: MissingNoticeProps) {
  const close = useContext(Closing);
  const [state, setState] = useState<"missing" | "asking" | "away">("missing");
  const tryAgain = async () => {
    setState("asking");
    if (await retryLoad(load)) onLoaded();
    else setState("away");
  };
  return (
    <div
      className={
        close
          ? "fixed bottom-5 left-1/2 z-50 w-96 max-w-[calc(100vw-32px)] -translate-x-1/2 rounded bg-surface-raised shadow-float"
          : "py-3"
      }
    >
      <Notice
        tone="warning"
        title={`${what} could not be loaded.`}
        action={
          <>
            <Button size="small" aria-busy={state === "asking"} onClick={() => void tryAgain()}>
              Try again
            </Button>
            {close ? (
              <Button size="small" variant="quiet" onClick={close}>
                Close
              </Button>
            ) : null}
          </>
        }
      >
        {state === "away" ? "The service cannot be reached yet." : "What stands on the page stays."}
      </Notice>
    </div>
  );
}

/** A lazy-loaded component; `what` begins a sentence, such as "The charts". Needs a Suspense boundary around it. */
export function lazyPart<Props extends object>(what: string, load: () => Promise<ComponentType<Props>>) {
  const fresh = (): ComponentType<Props> => lazy(async () => ({ default: await load() }));
  let code = fresh();
  const Code = (props: Props) => {
    const Current = code;
    return <Current {...props} />;
  };
  const Missing = ({ error, reset }: ErrorComponentProps) => {
    if (!isMissingPart(error)) throw error;
    return <MissingNotice what={what} load={load} onLoaded={reset} />;
  };
  // React caches a failed import forever, so the next use must create a new lazy component.
  const renew = () => {
    code = fresh();
  };
  return (props: Props & { onClose?: (() => void) | undefined }) => (
    <Closing value={props.onClose}>
      <CatchBoundary getResetKey={() => what} errorComponent={Missing} onCatch={renew}>
        <Code {...props} />
      </CatchBoundary>
    </Closing>
  );
}

/** Like `lazyPart`, for optional parts: if the code cannot be loaded, nothing is shown. */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => () => null) }));
