import { Check, Copy, Plus } from "lucide-react";
import type { StoredKey } from "#contract/stored-key.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { Picker } from "#console/foundation/forms/select.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { formatTime } from "#console/foundation/ui/time-format.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";
import { useCopy } from "#console/foundation/ui/use-copy.ts";
import { shortKey } from "#console/features/keys/key-words.ts";
import type { App } from "./snippets.ts";

const notes: Readonly<Record<App, string>> = {
  server: "A server key reads every rule: never in a browser or a repository.",
  native: "A server key reads every rule: never in a browser or a repository.",
  browser: "A client key evaluates for one user and logs: anyone can read it in the page.",
  device: "A client key that reads the rules: anyone who has the app can read them, too.",
  http: "A server or a client key, in a header.",
};

const kindNames: Readonly<Record<App, string>> = {
  server: "server key",
  native: "server key",
  browser: "client key",
  device: "client key that reads the rules",
  http: "server key",
};

interface KeySectionProps {
  app: App;
  /** Keys that this kind of app may use. */
  keys: readonly StoredKey[];
  chosen: StoredKey | undefined;
  /** The full key, if it was just created. */
  text: string | undefined;
  environment: string;
  /** The environments to choose from. */
  environments: readonly string[];
  onEnvironment: (environment: string) => void;
  onChoose: (id: string) => void;
  onCreate: () => void;
}

/** The line with the key; its space is reserved while there is no key. */
function KeyLine({ chosen, text }: { chosen: StoredKey | undefined; text: string | undefined }) {
  const { copied, copy } = useCopy(text ?? "");
  return (
    <>
      <div className="mt-2 flex gap-2">
        <output
          aria-label="Key"
          className={`flex h-control min-w-0 flex-1 items-center rounded border px-2.5 ${chosen ? "border-border-control" : "border-dashed border-border"}`}
        >
          <span className="truncate">
            {chosen ? (
              <Mono>{text ?? shortKey(chosen)}</Mono>
            ) : (
              <span className="text-text-muted">No key yet</span>
            )}
          </span>
        </output>
        {text ? (
          <Button icon={copied ? Check : Copy} onClick={copy}>
            <span aria-live="polite">{copied ? "Copied" : "Copy key"}</span>
          </Button>
        ) : null}
      </div>
      <p className="mt-1.5 min-h-8 text-12 text-text-muted tablet:min-h-4">
        {text && chosen
          ? `Made at ${formatTime(chosen.createdTime)} and shown only now. It stands in the snippet below.`
          : chosen
            ? "Keys are stored as hashes: put the one that you kept into the snippet, or make a new one."
            : "A key that is made here stands in the snippet below."}
      </p>
    </>
  );
}

/** Label of a key; keys with the same name, during a rotation, are distinguished by their last characters. */
const labelOf = (key: StoredKey, keys: readonly StoredKey[]) =>
  keys.some(({ id, name }) => id !== key.id && name === key.name)
    ? `${key.name}, …${key.ending ?? ""}`
    : key.name;

/** Section to choose or create the key that the snippet contains and the check looks for. */
export function KeySection({
  app,
  keys,
  chosen,
  text,
  environment,
  environments,
  onEnvironment,
  onChoose,
  onCreate,
}: KeySectionProps) {
  const refusal = useSaveRefusal();
  return (
    <section>
      <SectionHead title="Key" note={notes[app]} />
      <div className="flex flex-wrap items-center gap-2">
        <Picker
          label="Environment"
          value={environment}
          onChange={onEnvironment}
          options={environments.map((name) => ({ value: name, label: capitalise(name) }))}
        />
        {/* Placed before the keys, so that the first key does not move the button. */}
        <Button
          variant={chosen ? "outlined" : "primary"}
          icon={Plus}
          disabledReason={refusal}
          onClick={onCreate}
        >
          New key
        </Button>
        {chosen ? (
          <Picker
            label="Key"
            value={chosen.id}
            onChange={onChoose}
            options={keys.map((key) => ({ value: key.id, label: labelOf(key, keys) }))}
          />
        ) : (
          <p className="text-text-muted">
            There is no {kindNames[app]} for {environment} yet.
          </p>
        )}
      </div>
      <KeyLine chosen={chosen} text={text} />
    </section>
  );
}
