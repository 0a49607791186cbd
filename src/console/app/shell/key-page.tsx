import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { call } from "#console/foundation/api/call.ts";
import { takeKey } from "#console/foundation/api/connection.ts";
import { ApiFailure, isNotFound } from "#console/foundation/api/failure.ts";

const messageOf = (error: Error): string =>
  error instanceof ApiFailure && error.status === 401 ? "The service does not know this key." : error.message;

/** Throws if the service rejects the key. */
async function checkKey(key: string): Promise<void> {
  if (!key) throw new Error("Enter a key.");
  if (!/^[\x20-\x7e]+$/.test(key))
    throw new Error("A key has only plain letters, digits and signs. Copy it once more.");
  await call("readCurrentKey", {}, { key }).catch((error: unknown) => {
    // A service without this endpoint cannot name the key, but it has accepted it.
    if (!isNotFound(error)) throw error;
  });
}

/** Asks for a key because there is none or the service refused it; the previous page is kept behind it. */
export function KeyPage({ refused }: { refused: boolean }) {
  const client = useQueryClient();
  const [key, setKey] = useState("");
  const [remember, setRemember] = useState(false);
  const check = useMutation({
    mutationFn: checkKey,
    onSuccess: (_, accepted) => {
      takeKey(accepted, remember);
      void client.resetQueries({ predicate: (query) => query.state.status === "error" });
      void client.invalidateQueries();
    },
  });
  const problem = check.error ? messageOf(check.error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate(key.trim());
  };

  return (
    <main className="mx-auto w-full max-w-md px-gutter py-16" id="content">
      <h1 className="text-24 font-strong tracking-[-0.02em]">
        {refused ? "The service did not accept this key" : "Enter your API key"}
      </h1>
      <p className="mt-2 text-text-muted">
        {refused
          ? "It may have expired or been revoked. What you have typed is kept; you go on where you were after entering another key."
          : "The console reads and changes your gates, configs and experiments with this key. The command that started the service printed a link with a key in it."}
      </p>
      <form onSubmit={submit} className="mt-6 grid gap-4" noValidate>
        <div className="grid gap-1">
          <label htmlFor="api-key" className="text-12 font-medium">
            API key
          </label>
          <input
            id="api-key"
            type="password"
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the key is all there is to do here
            autoFocus
            value={key}
            onChange={(event) => setKey(event.target.value)}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? "api-key-problem" : undefined}
            className="h-control rounded border border-border-control bg-surface px-2.5 font-mono aria-invalid:border-danger"
          />
          {problem && (
            <p id="api-key-problem" role="alert" className="text-12 text-danger">
              {problem}
            </p>
          )}
        </div>
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          Keep the key in this browser
        </label>
        <p className="-mt-3 text-12 text-pretty text-text-muted">
          Without this the key is forgotten when the last tab of the console is closed.
        </p>
        <button
          type="submit"
          disabled={check.isPending}
          className="h-control justify-self-start rounded bg-accent-solid px-3 font-medium text-on-accent"
        >
          {check.isPending ? "Checking" : "Continue"}
        </button>
      </form>
    </main>
  );
}
