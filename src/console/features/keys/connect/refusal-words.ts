// Explains in words why a request of an app was refused, and how to fix it. Pure.
import type { AppRefusal } from "#contract/app-activity.ts";
import type { App } from "./snippets.ts";

export interface Problem {
  title: string;
  text: string;
  advice: string;
  /** Named facts shown before the advice. */
  facts?: readonly (readonly [name: string, value: string])[];
}

const needed: Readonly<Record<App, string>> = {
  server: "a server key, which begins with “secret-”",
  native: "a server key, which begins with “secret-”",
  browser: "a client key, which begins with “client-”",
  device: "a client key that reads the rules, which begins with “client-”",
  http: "a server or a client key",
};

const words: Readonly<Record<string, (app: App, message: string) => Problem>> = {
  missing_key: (app) => ({
    title: "No key was sent.",
    text: "A request came without a key, and was refused.",
    advice: `Send ${needed[app]}.`,
  }),
  unknown_key: () => ({
    title: "The key is not known here.",
    text: "It may be cut off, of another service, or mistyped.",
    advice: "Copy the whole key once more, or make a new one.",
  }),
  revoked_key: () => ({
    title: "The key was revoked.",
    text: "Something still sends it, and is refused: an old build, or a server that was not restarted.",
    advice: "Put in another key, and restart or publish the app.",
  }),
  console_key: (app) => ({
    title: "It is a key of the console.",
    text: "Console keys are for this console and its API, and do nothing in apps.",
    advice: `Put in ${needed[app]}.`,
  }),
  too_large: (_app, message) => ({
    title: "A request was too large.",
    text: message,
    advice: "Log smaller batches, more often.",
  }),
  wrong_kind: () => ({
    title: "The key is of the wrong kind.",
    text: "A client key does not read rules: anybody could, who has the app.",
    advice: `On a server put in ${needed.server}. In a browser use the browser's library.`,
  }),
  server_key: () => ({
    title: "A server key was sent by an app.",
    text: "This address is for apps that evaluate on the device, and anybody can read the key there.",
    advice: "Revoke the server key if it was published, and put in a client key that reads the rules.",
  }),
  bad_name: () => ({
    title: "No name of an event.",
    text: "Every event needs a name, which is a text.",
    advice: "Send the name as eventName.",
  }),
  bad_time: (_app, message) => ({
    title: "The time cannot be read.",
    text: message,
    advice: "Send the time in ms or as a date, or leave it out.",
  }),
  no_unit: () => ({
    title: "No user and no other unit.",
    text: "Every event needs a userID or a custom ID.",
    advice: "Send the user with the event.",
  }),
  bad_fields: (_app, message) => ({
    title: "A field is of another type.",
    text: message,
    advice: "Send it as in the snippet.",
  }),
  no_rules: () => ({
    title: "The client key does not read rules.",
    text: "Only one that was made for evaluation on the device does: anybody who has the app can then read them.",
    advice: "Make such a key, or use the browser's library, which gets the values of one user.",
  }),
};

/** Text for a list: the title of a refused request or event. */
export const refusedBecause = (reason: string): string =>
  words[reason]?.("http", "").title.replace(/\.$/, "") ?? "It could not be read";

const eventReasons = new Set(["bad_name", "bad_time", "no_unit", "bad_fields"]);

/** Whether single events were refused rather than whole requests. */
export const isOfEvents = ({ reason }: Pick<AppRefusal, "reason">) => eventReasons.has(reason);

export const problemOfRefusal = ({ reason, message }: AppRefusal, app: App): Problem =>
  words[reason]?.(app, message) ?? {
    title: "What came could not be read.",
    text: message,
    advice: "Send it as in the snippet. What is refused is not stored.",
  };

/** Problem of a service URL that begins with http: browsers block calls to it from https pages. */
export function blockedAddress(address: string): Problem | undefined {
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:" || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return undefined;
  return {
    title: "Pages served over https cannot call this address.",
    text: "It begins with http, and browsers block that from an https page before anything reaches the service.",
    advice: "Put the service behind a proxy with a certificate, and open this console there.",
  };
}
