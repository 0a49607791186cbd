import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { call } from "#console/foundation/api/call.ts";
import { takeKey } from "#console/foundation/api/connection.ts";
import { ApiFailure, CallFailure } from "#console/foundation/api/failure.ts";

const messageOf = (error: unknown): string => {
  if (error instanceof ApiFailure && error.status === 401) return "The service does not know this key.";
  // A service without this reading endpoint cannot name the key, but it did accept it.
  return error instanceof CallFailure ? error.message : "The key could not be checked.";
};

const isAccepted = (error: unknown) => error instanceof ApiFailure && error.status === 404;

/** Asks for a key, since there is none or the service refused it; what was in view stays as it was, behind it. */
export function KeyPage({ refused }: { refused: boolean }) {
  const client = useQueryClient();
  const [key, setKey] = useState("");
  const [remember, setRemember] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [checking, setChecking] = useState(false);

  const check = async () => {
    setChecking(true);
    setProblem(undefined);
    try {
      await call("readCurrentKey", {}, { key: key.trim() });
    } catch (error) {
      if (!isAccepted(error)) {
        setProblem(messageOf(error));
        setChecking(false);
        return;
      }
    }
    takeKey(key.trim(), remember);
    void client.resetQueries({ predicate: (query) => query.state.status === "error" });
    void client.invalidateQueries();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!key.trim()) setProblem("Enter a key.");
    else if (/^[\x20-\x7e]+$/.test(key.trim())) void check();
    else setProblem("A key has only plain letters, digits and signs. Copy it once more.");
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
          Without this each new tab asks for the key, and closing the tab forgets it.
        </p>
        <button
          type="submit"
          disabled={checking}
          className="h-control justify-self-start rounded bg-accent-solid px-3 font-medium text-on-accent"
        >
          {checking ? "Checking" : "Continue"}
        </button>
      </form>
    </main>
  );
}
