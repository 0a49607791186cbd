import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { StoredKey } from "#contract/stored-key.ts";
import { useCurrentKey, useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { queryAll } from "#console/foundation/api/query-all.ts";
import { isFirstFailure } from "#console/foundation/api/query.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { Picker } from "#console/foundation/forms/select.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { Button, buttonClass } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { capitalise, formatCount } from "#console/foundation/ui/wording.ts";
import { kinds, creatorLabel } from "./key-words.ts";
import { KeysSearch } from "./keys-search.ts";
import { KeysTable } from "./keys-table.tsx";
import { useMadeKey } from "./made-key.ts";
import { MadeKeyNotice } from "./made-key-notice.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";

const route = getRouteApi("/$company/keys");

/** Polling interval in ms, because the last use of keys changes while the page is open. */
const readAgainAfter = 10_000;

/** State and actions of revoking keys of one name. */
function useRevoking() {
  const [asked, ask] = useState<readonly StoredKey[]>();
  const { forget, made } = useMadeKey();
  const toast = useToast();
  const save = useSave("revokeKey");
  /** Revokes the keys one after the other; after a failure the remaining ones are not revoked. */
  const revoke = ([key, ...others]: readonly StoredKey[]) => {
    if (!key) return;
    save.mutate(
      { id: key.id },
      {
        onSuccess: () => {
          if (made?.id === key.id) forget();
          if (others.length > 0) revoke(others);
          else toast(`“${key.name}” is revoked`);
        },
      },
    );
  };
  return { asked, ask, revoke, error: save.error };
}

/** Whether another valid key with the same name remains. */
const isReplaced = (revoked: readonly StoredKey[], keys: readonly StoredKey[]) =>
  keys.some(
    (key) =>
      key.revokedTime === null &&
      revoked.some(({ name }) => name === key.name) &&
      revoked.every(({ id }) => id !== key.id),
  );

function Filters({ keys }: { keys: readonly StoredKey[] }) {
  const { kind = "all", environment = "", madeBy = "" } = KeysSearch.parse(route.useSearch());
  const setSearch = useSetSearch<KeysSearch>({ resetScroll: false });
  const environments = [...new Set(keys.flatMap((key) => key.environment ?? []))].sort();
  const makers = [...new Set(keys.map(creatorLabel))].sort((a, b) => a.localeCompare(b));
  return (
    <div className="flex flex-wrap gap-2 pb-3">
      <Segment
        label="Kind"
        value={kind}
        onChange={(value) => setSearch({ kind: value === "all" ? undefined : value })}
        options={[
          { value: "all", label: "All" },
          ...kinds.map((option) => ({ value: option.kind, label: option.label })),
        ]}
      />
      {environments.length > 1 ? (
        <Picker
          label="Environment"
          value={environment}
          onChange={(value) => setSearch({ environment: value || undefined })}
          options={[
            { value: "", label: "Any" },
            ...environments.map((name) => ({ value: name, label: capitalise(name) })),
          ]}
        />
      ) : null}
      {makers.length > 1 ? (
        <Picker
          label="Made by"
          value={madeBy}
          onChange={(value) => setSearch({ madeBy: value || undefined })}
          options={[{ value: "", label: "Anyone" }, ...makers.map((name) => ({ value: name, label: name }))]}
        />
      ) : null}
    </div>
  );
}

export function KeysPage(): ReactNode {
  const { company } = route.useParams();
  const { kind, environment, madeBy, create = false } = KeysSearch.parse(route.useSearch());
  const setSearch = useSetSearch<KeysSearch>({ resetScroll: false });
  const current = useCurrentKey();
  const refusal = useSaveRefusal();
  const mayWrite = current?.rights !== "read";
  const { data: keys, dataUpdatedAt } = useQuery({
    ...queryAll("listKeys", {}),
    refetchInterval: readAgainAfter,
    throwOnError: isFirstFailure,
  });
  const revoking = useRevoking();
  const [rotated, rotate] = useState<StoredKey>();
  const open = () => setSearch({ create: true });
  usePageActions(mayWrite ? [{ label: "New key", onSelect: open, disabledReason: refusal }] : []);
  const revoked = keys?.filter(({ revokedTime }) => revokedTime !== null).length ?? 0;
  const shown = keys?.filter(
    (key) =>
      (!kind || key.kind === kind) &&
      (!environment || key.environment === environment) &&
      (!madeBy || creatorLabel(key) === madeBy),
  );
  return (
    <>
      {mayWrite ? (
        <PageButtons>
          <Button icon={Plus} disabledReason={refusal} reasonAt="page" onClick={open}>
            New key
          </Button>
        </PageButtons>
      ) : null}
      <PageHead
        title="Keys"
        facts={[
          "Stored as a hash: a key is shown once, when it is made",
          <Link key="connect" to="/$company/connect" params={{ company }} className="text-accent underline">
            Connect an app
          </Link>,
          // Last in the list, so that it moves nothing when loaded.
          keys ? (
            <>
              <b>{formatCount(keys.length - revoked)}</b> valid, <b>{formatCount(revoked)}</b> revoked
            </>
          ) : null,
        ]}
      />
      {current?.rights === "read" ? (
        <p className="pb-3 text-text-muted">
          The key “{current.name}” can only read: enter one with write rights to make or revoke keys.
        </p>
      ) : null}
      {revoking.error ? (
        <div className="pb-4">
          <FailureNotice error={revoking.error} title="The key was not revoked" />
        </div>
      ) : null}
      <MadeKeyNotice />
      {keys ? <Filters keys={keys} /> : <SkeletonRows rows={8} label="Loading keys" />}
      {keys?.length === 0 ? (
        <Empty
          title="No keys are stored: the one that this console uses comes from the settings of the service."
          action={
            mayWrite ? (
              <button type="button" className={buttonClass()} onClick={open}>
                New key
              </button>
            ) : null
          }
        />
      ) : shown?.length === 0 ? (
        <Empty
          title="No key is of this kind, environment and maker."
          action={
            <Button onClick={() => setSearch({ kind: undefined, environment: undefined, madeBy: undefined })}>
              Show all keys
            </Button>
          }
        />
      ) : shown ? (
        <div className="pb-8">
          <KeysTable
            keys={shown}
            own={current?.id}
            now={dataUpdatedAt}
            onRotate={mayWrite && !refusal ? rotate : undefined}
            onRevoke={mayWrite && !refusal ? revoking.ask : undefined}
          />
        </div>
      ) : null}
      {create && mayWrite ? (
        <NewKeyDialog kind={kind ?? "server"} onClose={() => setSearch({ create: undefined })} />
      ) : null}
      {rotated ? <RotateDialog rotated={rotated} onClose={() => rotate(undefined)} /> : null}
      {revoking.asked ? (
        <RevokeDialog
          revoked={revoking.asked}
          isReplaced={isReplaced(revoking.asked, keys ?? [])}
          onClose={() => revoking.ask(undefined)}
          onConfirm={() => revoking.asked && revoking.revoke(revoking.asked)}
        />
      ) : null}
    </>
  );
}
