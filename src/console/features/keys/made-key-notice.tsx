import { Link, useParams } from "@tanstack/react-router";
import { Check, Copy } from "lucide-react";
import { Button } from "#console/foundation/ui/button.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatTime } from "#console/foundation/ui/time-format.ts";
import { useCopy } from "#console/foundation/ui/use-copy.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";
import { environmentLabel } from "./key-words.ts";
import { useMadeKey } from "./made-key.ts";

/** Shows the key that was just created; it cannot be shown again later. */
export function MadeKeyNotice() {
  const { made, forget } = useMadeKey();
  const { company = "" } = useParams({ strict: false });
  const { copied, copy } = useCopy(made?.key ?? "");
  if (!made) return null;
  const isOfApp = made.environment !== null;
  return (
    <section
      aria-label="New key"
      className="mb-4 rounded border border-accent bg-surface-selected px-4 pt-3 pb-4"
    >
      <div className="mb-3 flex flex-wrap gap-x-3 gap-y-1">
        <b className="font-strong">{made.name}</b>
        <p className="text-text-muted">
          {capitalise(made.kind)} key{isOfApp ? ` for ${environmentLabel(made)}` : ""}, made at{" "}
          {formatTime(made.createdTime)}. Copy it now: later only its last four letters are shown.
        </p>
        {isOfApp ? (
          <Link
            to="/$company/connect"
            params={{ company }}
            search={{ tab: made.kind === "client" ? "browser" : undefined, key: made.id }}
            className="ml-auto text-accent hover:underline max-tablet:ml-0"
          >
            Connect an app with it
          </Link>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <output
          aria-label="Key"
          className="flex min-h-control min-w-0 flex-1 items-center rounded border border-border-control bg-surface px-2.5 wrap-anywhere max-tablet:basis-full"
        >
          <Mono>{made.key}</Mono>
        </output>
        <Button variant="primary" icon={copied ? Check : Copy} onClick={copy}>
          <span aria-live="polite">{copied ? "Copied" : "Copy key"}</span>
        </Button>
        <Button className="bg-surface" onClick={forget}>
          I have stored it
        </Button>
      </div>
    </section>
  );
}
