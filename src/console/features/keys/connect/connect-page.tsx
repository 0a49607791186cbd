import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import type { LastExposure } from "#contract/app-activity.ts";
import { baseIDOf } from "#contract/rule.ts";
import type { StoredKey } from "#contract/stored-key.ts";
import { serviceAddress } from "#console/foundation/api/connection.ts";
import { useCurrentKey } from "#console/foundation/api/current-key.ts";
import { isFirstFailure, query } from "#console/foundation/api/query.ts";
import { queryAll } from "#console/foundation/api/query-all.ts";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { TabLinks } from "#console/foundation/ui/tabs.tsx";
import { formatDateTime, formatTime } from "#console/foundation/ui/time-format.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { shortKey } from "#console/features/keys/key-words.ts";
import { useMadeKey } from "#console/features/keys/made-key.ts";
import { NewKeyDialog } from "#console/features/keys/new-key-dialog.tsx";
import { CallersSection } from "./callers-section.tsx";
import { CheckColumn } from "./check-column.tsx";
import { lastExposureOf, stepsOf, warningsOf } from "./check-steps.ts";
import { CodeLines } from "#console/foundation/code-editor/code-lines.tsx";
import type { ConnectSearch } from "./connect-search.ts";
import { KeySection } from "./key-section.tsx";
import { RejectedSection } from "./rejected-section.tsx";
import { blockedAddress } from "./refusal-words.ts";
import { isPublic, snippetOf, type App } from "./snippets.ts";

const route = getRouteApi("/$company/connect");

/** Polling interval of the steps in ms. */
const readAgainAfter = 2000;

const labels = {
  server: "Server",
  native: "Native server",
  browser: "Browser",
  device: "On the device",
  http: "Plain HTTP",
};

const usualEnvironments = ["production", "staging", "development"];

const fits = (app: App, { id, kind, readsRules, revokedTime }: StoredKey, wanted: string | undefined) =>
  (app === "http" ? kind !== "console" : kind === (isPublic(app) ? "client" : "server")) &&
  (app !== "device" || readsRules === true) &&
  // A revoked key stays in the list while it is selected, so that the check can report it.
  (revokedTime === null || id === wanted);

/** Reloads the current key after the first event, so that the navigation rail shows that an app is connected. */
function useFirstEvent(hasLogged: boolean) {
  const client = useQueryClient();
  const isKnown = useCurrentKey()?.hasEvents !== false;
  useEffect(() => {
    if (hasLogged && !isKnown)
      void client.invalidateQueries({ queryKey: query("readCurrentKey", {}).queryKey });
  }, [client, hasLogged, isKnown]);
}

const sinceText = (since: number, now: number) =>
  now - since < 43_200_000 ? formatTime(since) : formatDateTime(since);

/** Returns the id of any gate, for the snippet. */
function useAnyGate() {
  const gates = useQuery(query("listGates", { limit: 1 })).data?.data;
  return { gate: gates?.[0]?.id ?? "a_gate", isMissing: gates?.length === 0 };
}

/** Describes the rule that decided an exposure of a gate: "rule 2, EU web shoppers". */
function useRuleOf(exposure: LastExposure | null | undefined): string | undefined {
  const isGate = exposure?.kind === "gate";
  const gate = useQuery({
    ...query("readGate", { id: exposure?.name ?? "" }),
    enabled: isGate,
    // No retry for a gate that does not exist here.
    retry: false,
  }).data?.data;
  const rules = gate?.id === exposure?.name ? (gate?.rules ?? []) : [];
  const index = rules.findIndex((rule) => exposure?.rule.startsWith(baseIDOf(rule)));
  return isGate && rules[index] ? `rule ${index + 1}, ${rules[index].name}` : undefined;
}

export function ConnectPage(): ReactNode {
  const { company } = route.useParams();
  const { tab: app = "server", key: wanted, environment: asked } = route.useSearch();
  const setSearch = useSetSearch<ConnectSearch>({ resetScroll: false });
  const [isCreating, setCreating] = useState(false);
  const { made } = useMadeKey();
  const { gate, isMissing } = useAnyGate();
  const stored = useQuery({ ...queryAll("listKeys", {}), throwOnError: isFirstFailure }).data;
  const activity = useQuery({
    ...query("readAppActivity", {}),
    refetchInterval: readAgainAfter,
    throwOnError: isFirstFailure,
  }).data?.data;
  const fitting = (stored ?? []).filter((key) => fits(app, key, wanted));
  const named = fitting.find(({ id }) => id === (wanted ?? made?.id));
  const usual = fitting.some((key) => key.environment === "production") ? undefined : fitting.at(0);
  const environment = asked ?? named?.environment ?? usual?.environment ?? "production";
  const environments = new Set([...usualEnvironments, ...fitting.flatMap((key) => key.environment ?? [])]);
  // Newest first, because the newest of two keys with the same name replaces the other.
  const keys = fitting.filter((key) => key.environment === environment).toReversed();
  const chosen = keys.find(({ id }) => id === named?.id) ?? keys.at(0);
  const text = made && made.id === chosen?.id ? made.key : undefined;
  const address = serviceAddress();
  const placeholder = isPublic(app) ? "client-…" : "secret-…";
  const { install, installNote, code, note } = snippetOf(app, {
    address,
    key: text ?? (chosen ? shortKey(chosen) : placeholder),
    environment,
    gate,
  });
  const rule = useRuleOf(activity && lastExposureOf({ key: chosen, activity }));
  useFirstEvent(activity?.callers.some(({ eventTime }) => eventTime !== null) ?? false);
  const blocked = isPublic(app) ? blockedAddress(address) : undefined;
  return (
    <>
      <PageButtons>
        <span className="figures text-text-muted max-tablet:hidden">
          {activity ? `Listening since ${sinceText(activity.sinceTime, activity.time)}` : ""}
        </span>
      </PageButtons>
      <PageHead
        title="Connect an app"
        facts={[
          <>
            Apps ask at <b className="wrap-anywhere">{address}</b>
          </>,
          "with the published client libraries, unchanged",
        ]}
      />
      <TabLinks label="Kind of app" labels={labels} current={app} />
      {stored && activity ? (
        <>
          <div className="grid gap-x-8 pb-6 desk:grid-cols-[minmax(0,1fr)_392px]">
            <div className="min-w-0 max-desk:order-2">
              <KeySection
                app={app}
                keys={keys}
                chosen={chosen}
                text={text}
                environment={environment}
                environments={[...environments.add(environment)]}
                onEnvironment={(next) => setSearch({ environment: next, key: undefined })}
                onChoose={(key) => setSearch({ key })}
                onCreate={() => setCreating(true)}
              />
              {install ? (
                <section className="pt-1">
                  <SectionHead
                    title="Install"
                    note={installNote}
                    action={<CopyButton label="Copy" text={install} />}
                  />
                  <CodeLines label="Command to install" code={install} numbered={false} />
                </section>
              ) : null}
              <section className="pt-1">
                <SectionHead
                  title="Ask and log"
                  note={note}
                  action={<CopyButton variant="outlined" label="Copy snippet" text={code} />}
                />
                <CodeLines key={code} label="Snippet" code={code} />
                {isMissing ? (
                  <p className="mt-1.5 text-12 text-text-muted">
                    There is no gate yet.{" "}
                    <Link
                      to="/$company/gates"
                      params={{ company }}
                      search={{ create: true }}
                      className="text-accent underline"
                    >
                      Create one
                    </Link>{" "}
                    and it stands in the snippet.
                  </p>
                ) : null}
              </section>
            </div>
            <CheckColumn
              app={app}
              steps={stepsOf({ app, key: chosen, activity, rule })}
              warnings={[...(blocked ? [blocked] : []), ...warningsOf({ app, key: chosen, activity })]}
            />
          </div>
          <CallersSection activity={activity} />
          <RejectedSection />
        </>
      ) : (
        <SkeletonRows rows={12} label="Loading keys" />
      )}
      {isCreating ? (
        <NewKeyDialog
          kind={isPublic(app) ? "client" : "server"}
          readsRules={app === "device"}
          environment={environment}
          onClose={() => setCreating(false)}
          onMade={({ id, kind, readsRules }) => {
            const ofClient = app === "device" && readsRules ? app : "browser";
            const own = kind === "client" ? ofClient : app === "native" ? app : undefined;
            if (kind !== "console")
              setSearch({ key: id, tab: app === "http" ? app : own, environment: undefined });
          }}
        />
      ) : null}
    </>
  );
}
