// Code snippets that connect an app: the package to install, and code with this service's URL and a key. Pure.

export type App = "server" | "native" | "browser" | "device" | "http";

/** Whether the library of this kind of app downloads the rules and evaluates them locally. */
export const readsRules = (app: App) => app === "server" || app === "native" || app === "device";
/** Whether the key is readable by anybody who has the app. */
export const isPublic = (app: App) => app === "browser" || app === "device";

interface Given {
  /** URL of the service, without a trailing slash. */
  address: string;
  key: string;
  environment: string;
  gate: string;
}

interface Snippet {
  install?: string;
  installNote?: string;
  code: string;
  note: string;
}

/** Formats a text as a single-quoted string. */
const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const server = ({ address, key, environment, gate }: Given) => `import Statsig from 'statsig-node'

await Statsig.initialize(${quoted(key)}, {
  api: ${quoted(`${address}/v1`)},
  environment: { tier: ${quoted(environment)} },
})

const user = { userID: 'u_7f3a91c2', custom: { platform: 'web' } }
if (Statsig.checkGate(user, ${quoted(gate)})) {
  // what only these users get
}
Statsig.logEvent(user, 'checkout_completed', 64.90, { currency: 'EUR' })
await Statsig.flush()  // at once; otherwise every 60 s`;

const native = ({
  address,
  key,
  environment,
  gate,
}: Given) => `import { Statsig, StatsigUser } from '@statsig/statsig-node-core'

const statsig = new Statsig(${quoted(key)}, {
  specsUrl: ${quoted(`${address}/v2/download_config_specs`)},
  logEventUrl: ${quoted(`${address}/v1/log_event`)},
  idListsUrl: ${quoted(`${address}/v1/get_id_lists`)},
  environment: ${quoted(environment)},
})
await statsig.initialize()

const user = new StatsigUser({ userID: 'u_7f3a91c2', custom: { platform: 'web' } })
if (statsig.checkGate(user, ${quoted(gate)})) {
  // what only these users get
}
statsig.logEvent(user, 'checkout_completed', 64.90, { currency: 'EUR' })
await statsig.flushEvents()  // at once; otherwise every 60 s`;

const browser = ({
  address,
  key,
  environment,
  gate,
}: Given) => `import { StatsigClient } from '@statsig/js-client'

const user = { userID: 'u_7f3a91c2', custom: { platform: 'web' } }
const client = new StatsigClient(${quoted(key)}, user, {
  networkConfig: { api: ${quoted(`${address}/v1`)} },
  environment: { tier: ${quoted(environment)} },
})
await client.initializeAsync()

if (client.checkGate(${quoted(gate)})) {
  // what only these users get
}
client.logEvent('checkout_completed', 64.90, { currency: 'EUR' })
await client.flush()  // at once; otherwise every 10 s and on leaving`;

const device = ({
  address,
  key,
  environment,
  gate,
}: Given) => `import { StatsigOnDeviceEvalClient } from '@statsig/js-on-device-eval-client'

const client = new StatsigOnDeviceEvalClient(${quoted(key)}, {
  networkConfig: { api: ${quoted(`${address}/v1`)} },
  environment: { tier: ${quoted(environment)} },
})
await client.initializeAsync()

const user = { userID: 'u_7f3a91c2', custom: { platform: 'web' } }
if (client.checkGate(${quoted(gate)}, user)) {
  // what only these users get
}
client.logEvent('checkout_completed', user, 64.90, { currency: 'EUR' })
await client.flush()  // at once; otherwise every 10 s and on leaving`;

/** Formats a JSON body as a single-quoted shell argument. */
const body = (value: object) => `'${JSON.stringify(value).replaceAll("'", "'\\''")}'`;

const http = ({ address, key, gate }: Given) => `curl ${quoted(`${address}/v1/check_gate`)} \\
  -H ${quoted(`STATSIG-API-KEY: ${key}`)} \\
  -d ${body({ gateName: gate, user: { userID: "u_7f3a91c2" } })}

curl ${quoted(`${address}/v1/log_event`)} \\
  -H ${quoted(`STATSIG-API-KEY: ${key}`)} \\
  -d ${body({ events: [{ eventName: "checkout_completed", user: { userID: "u_7f3a91c2" }, value: 64.9 }] })}`;

/** Returns the snippet; the versions are those used in the tests, except for the on-device library, which was tested manually. */
export function snippetOf(app: App, given: Given): Snippet {
  if (app === "server")
    return {
      install: "npm i statsig-node@6.5.2",
      installNote: "Node 18 or newer.",
      code: server(given),
      note: "Polls for new rules every 10 s.",
    };
  if (app === "native")
    return {
      install: "npm i @statsig/statsig-node-core@0.23.2",
      installNote: "Python, Go, Java, Ruby, PHP, Rust, .NET: the same engine, with the same three addresses.",
      code: native(given),
      note: "Polls for new rules every 10 s.",
    };
  if (app === "browser")
    return {
      install: "npm i @statsig/js-client@3.33.5",
      installNote: "Also under the React bindings.",
      code: browser(given),
      note: "Asks for this user's values when it starts and when the user changes.",
    };
  if (app === "device")
    return {
      install: "npm i @statsig/js-on-device-eval-client@3.33.5",
      installNote: "For screens that many users share, or that must decide without asking.",
      code: device(given),
      note: "Reads the rules when it starts, and decides for any user without asking again.",
    };
  return { code: http(given), note: "Each call decides for one user and counts the check." };
}
