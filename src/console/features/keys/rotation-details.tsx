import type { StoredKey } from "#contract/stored-key.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatDateTime, relativeTime } from "#console/foundation/ui/time-format.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import { rotationTexts, shareOf, type KeyGroup } from "./key-groups.ts";
import { shortKey, libraryText } from "./key-words.ts";

function historyOf(key: StoredKey, isNew: boolean): string {
  if (isNew) return `since ${formatDateTime(key.createdTime)}, ${key.creatorName ?? "a command"}`;
  return key.lastUse
    ? `last ${relativeTime(key.lastUse.time)}, by ${libraryText(key.lastUse)}`
    : "never used";
}

function KeyLine({ of, group }: { of: StoredKey; group: KeyGroup }) {
  const isNew = of === group.newest;
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-t border-border py-1.5 tablet:grid-cols-[40px_112px_minmax(0,1fr)_116px_112px]">
      <span className="text-text-muted">{isNew ? "New" : "Old"}</span>
      <Mono>{shortKey(of)}</Mono>
      <span className="truncate text-text-muted max-tablet:col-span-2 max-tablet:col-start-2 max-tablet:row-start-2">
        {historyOf(of, isNew)}
      </span>
      <span aria-hidden className="h-1.5 rounded-full bg-border max-tablet:hidden">
        <span
          className="block h-full rounded-full bg-text-muted"
          style={{ width: `${shareOf(of, group)}%` }}
        />
      </span>
      <span className="figures text-right">{plural(of.requestsOfDay ?? 0, "request")}</span>
    </li>
  );
}

interface RotationDetailsProps {
  group: KeyGroup;
  /** Id of the key that this console uses. */
  own: string | undefined;
  /** Absent if the user may not change keys. */
  onRotate: (() => void) | undefined;
  onRevoke: ((keys: readonly StoredKey[]) => void) | undefined;
}

/** Details of a key rotation: until when old and new keys are valid, how much each is used, and the next actions. */
export function RotationDetails({ group, own, onRotate, onRevoke }: RotationDetailsProps) {
  const [validity, use] = rotationTexts(group);
  const { newest, old } = group;
  const isOldOwn = old.some(({ id }) => id === own);
  const oldOnes = old.length > 1 ? "the old ones" : "the old one";
  return (
    <div className="grid gap-x-6 gap-y-3 desk:grid-cols-[minmax(0,1fr)_auto] desk:items-end">
      <div className="min-w-0">
        <p className="pb-2">
          <b className="font-strong">{validity}</b> {use}
          {isOldOwn ? " This console still uses the old one: enter the new one before it ends." : ""}
        </p>
        <ul>
          {[newest, ...old].map((key) => (
            <KeyLine key={key.id} of={key} group={group} />
          ))}
        </ul>
      </div>
      {onRotate && onRevoke ? (
        <div className="flex flex-wrap gap-2">
          <Button size="small" aria-label={`Rotate ${newest.name} again`} onClick={onRotate}>
            Rotate again
          </Button>
          {isOldOwn ? null : (
            <Button
              size="small"
              aria-label={`Revoke ${oldOnes} of ${newest.name}`}
              onClick={() => onRevoke(old)}
            >
              Revoke {oldOnes}
            </Button>
          )}
          {isOldOwn || newest.id === own ? null : (
            <Button
              size="small"
              variant="quiet"
              className="text-danger!"
              aria-label={`Revoke all keys of ${newest.name}`}
              onClick={() => onRevoke([newest, ...old])}
            >
              Revoke {old.length > 1 ? "all" : "both"}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}
