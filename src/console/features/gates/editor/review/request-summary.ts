// What a save sends, told to the reader: its fields in words, and the request to repeat it by hand.
import { endpoints } from "#contract/endpoints.ts";
import { curlText } from "#console/foundation/api/curl.ts";
import type { SentField } from "#console/editing/review/review-checks.tsx";
import type { GateRequest } from "#console/features/gates/draft/gate-request.ts";

const labels: Readonly<Record<string, string>> = {
  name: "Name",
  description: "Description",
  tags: "Tags",
  type: "Type",
  status: "State",
  rules: "Rules",
  conditions: "Who",
  passPercentage: "Passes",
  environments: "Environments",
};

const bodyOf = (request: GateRequest) => ({
  ...("body" in request ? request.body : {}),
  ...(request.reason === undefined ? {} : { changeReason: request.reason }),
});

export function fieldsOfRequest(request: GateRequest): SentField[] {
  if (!("body" in request)) return [{ label: "State", origin: "changed" }];
  return Object.keys(request.body).map((name) => ({ label: labels[name] ?? name, origin: "changed" }));
}

export function curlOfRequest(gateID: string, request: GateRequest, keyHeader: string): string {
  const { method, path } = endpoints[request.endpoint];
  const address = path
    .replace("{id}", encodeURIComponent(gateID))
    .replace("{ruleID}", "ruleID" in request ? encodeURIComponent(request.ruleID) : "");
  return curlText({
    method,
    url: `${location.origin}${address}`,
    headers: { "Content-Type": "application/json", [keyHeader]: "<API_KEY>" },
    body: JSON.stringify(bodyOf(request)),
  });
}
