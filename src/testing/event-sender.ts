// Sends batches of events to a service over keep-alive connections, with little processor time, since the service shares the
// processor.
import { Agent, request } from "node:http";

export const eventsOfBatch = 100;

/** Placeholders for what differs between batches, so that a batch need not be built anew. */
const [batchMark, senderMark, timeMark] = ["@BATCH@", "@SENDER@", 7_777_777_777_777];

const library = { sdkType: "statsig-node", sdkVersion: "6.4.2", sessionID: `sender ${senderMark}` };
const textOf = (events: readonly object[]) => JSON.stringify({ events, statsigMetadata: library });

/** Events as an app logs them. */
export const plainEvents = textOf(
  Array.from({ length: eventsOfBatch }, (_, place) => ({
    eventName: `event_${place % 12}`,
    user: { userID: `u${batchMark}-${place}`, customIDs: { stableID: `d${place}` } },
    value: place,
    metadata: { category: "garden", country: "SE", items: String(place % 4), page: `/shop/${place}` },
    time: timeMark,
  })),
);

/** Exposes each user to a group of an experiment, a gate and a config, with one order per user. */
export const exposures = (experiment: string, groups: readonly string[]) =>
  textOf(
    Array.from({ length: eventsOfBatch / 4 }, (_, place) => {
      const sent = { user: { userID: `x${batchMark}-${place}` }, time: timeMark };
      const reason = "Network:Recognized";
      const [group, ruleID] = [groups[place % groups.length], `rule_${place % 3}`];
      return [
        { ...sent, eventName: "statsig::config_exposure", metadata: { config: experiment, ruleID: group } },
        {
          ...sent,
          eventName: "statsig::gate_exposure",
          metadata: { gate: `gate_${place % 12}`, gateValue: String(place % 3 === 0), ruleID, reason },
        },
        {
          ...sent,
          eventName: "statsig::config_exposure",
          metadata: { config: `config_${place % 12}`, ruleID, reason },
        },
        { ...sent, eventName: "order", value: 1 },
      ];
    }).flat(),
  );

export function eventSender(url: string, key: string) {
  const agent = new Agent({ keepAlive: true });
  let batches = 0;
  return {
    /** Resolves with the ms until the batch was acknowledged. */
    send: (template: string, sender: number): Promise<number> => {
      const body = template
        .replaceAll(batchMark, String((batches += 1)))
        .replaceAll(senderMark, String(sender))
        .replaceAll(String(timeMark), String(Date.now()));
      const began = performance.now();
      return new Promise((done, fail) => {
        const headers = {
          "STATSIG-API-KEY": key,
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(body),
        };
        const sent = request(`${url}/v1/log_event`, { method: "POST", agent, headers }, (answer) => {
          answer.resume();
          answer.on("end", () =>
            answer.statusCode === 202
              ? done(performance.now() - began)
              : fail(new Error(`Status ${answer.statusCode}`)),
          );
        });
        sent.on("error", fail);
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
