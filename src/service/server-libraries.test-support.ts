// Runs the published server libraries, unchanged and without a network, on a rules document of ours.
import { Statsig, StatsigUser } from "@statsig/statsig-node-core";
import StatsigJS from "statsig-node";
import { newForm, oldFormText, specsOf, type Project } from "#targeting/rules-document/build-document.ts";

export type LibraryValue = string | number | boolean | string[];

/** A user as libraries accept it. */
export interface LibraryUser {
  readonly userID: string;
  readonly email?: string;
  readonly ip?: string;
  readonly userAgent?: string;
  readonly country?: string;
  readonly locale?: string;
  readonly appVersion?: string;
  readonly customIDs?: Record<string, string>;
  readonly custom?: Record<string, LibraryValue>;
  readonly statsigEnvironment?: { tier: string };
}

const silent = { disableExposureLogging: true };
const key = "secret-of-a-test";
const done = async () => {};

/** Parameters of all layers here, because libraries only return the value of a named parameter. */
export const layerParameters = ["index", "word"] as const;

const valueOf = (layer: { get: (name: string, otherwise: null) => unknown }) =>
  Object.fromEntries(
    layerParameters.flatMap((name) => {
      const value = layer.get(name, null);
      return value === null ? [] : [[name, value]];
    }),
  );

/** Starts both server libraries with the rules of a project, and evaluates users with each. */
export async function serverLibraries(project: Project) {
  const specs = specsOf(project);
  const time = Date.now();
  const js = new StatsigJS.StatsigServer(key, {
    localMode: true,
    bootstrapValues: oldFormText(specs, time),
    disableDiagnostics: true,
    initStrategyForIP3Country: "await",
    initStrategyForIDLists: "none",
  });
  await js.initializeAsync();
  const document = JSON.stringify(newForm(specs, time));
  const native = new Statsig(key, {
    disableNetwork: true,
    disableAllLogging: true,
    outputLogLevel: "none",
    waitForCountryLookupInit: true,
    waitForUserAgentInit: true,
    dataStore: {
      initialize: done,
      shutdown: done,
      set: done,
      get: async () => ({ result: document, time }),
      supportPollingUpdatesFor: async () => false,
    },
    specAdaptersConfig: [{ adapterType: "data_store", initTimeoutMs: 10_000 }],
  });
  const { isSuccess, error } = await native.initialize();
  if (!isSuccess) throw new Error(`The rules document is refused: ${error}`);
  return {
    forUser(user: LibraryUser) {
      const nativeUser = new StatsigUser(user);
      return {
        /** Everything that a browser of this user would receive. */
        initialize: (hash: "djb2" | "none" | "sha256"): unknown => {
          const given = js.getClientInitializeResponse(user, undefined, { hash });
          return given;
        },
        gate(id: string) {
          const found = js.getFeatureGateWithExposureLoggingDisabledSync(user, id);
          const same = native.getFeatureGate(nativeUser, id, silent);
          return {
            js: { value: found.value, rule: found.ruleID },
            native: { value: same.value, rule: same.ruleID },
          };
        },
        config(id: string) {
          const found = js.getConfigWithExposureLoggingDisabledSync(user, id);
          const same = native.getDynamicConfig(nativeUser, id, silent);
          return {
            js: { value: found.value, rule: found.getRuleID() },
            native: { value: same.value, rule: same.ruleID },
          };
        },
        layer(id: string) {
          const found = js.getLayerWithExposureLoggingDisabledSync(user, id);
          const same = native.getLayer(nativeUser, id, silent);
          return {
            js: { value: valueOf(found), rule: found.getRuleID(), group: found.getGroupName() },
            native: { value: valueOf(same), rule: same.ruleID, group: same.groupName ?? null },
          };
        },
        experiment(id: string) {
          const found = js.getExperimentWithExposureLoggingDisabledSync(user, id);
          const same = native.getExperiment(nativeUser, id, silent);
          return {
            js: { value: found.value, rule: found.getRuleID(), group: found.getGroupName() },
            native: { value: same.value, rule: same.ruleID, group: same.groupName },
          };
        },
      };
    },
    async close() {
      js.shutdown();
      await native.shutdown();
    },
  };
}
