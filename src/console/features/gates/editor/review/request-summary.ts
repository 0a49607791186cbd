// Describes the request of a save: its fields in words, and the details needed to repeat it by hand.
import { endpoints } from "#contract/endpoints.ts";
import type { SentRequest } from "#console/editing/review/review-checks.tsx";
import type { GateRequest } from "#console/features/gates/draft/gate-request.ts";

const labels: Readonly<Record<string, string>> = {
  name: "Name",
  description: "Description",
  tags: "Tags",
  type: "Type",
  status: "Status",
  rules: "Rules",
  conditions: "Who",
  passPercentage: "Rollout",
  environments: "Environments",
};

/** The request of a save as the review shows it. */
export function sentRequest(gateID: string, request: GateRequest): SentRequest {
  const { method, path } = endpoints[request.endpoint];
  const body = "body" in request ? request.body : undefined;
  return {
    note: "Only what changed is sent; everything else stays as it is stored.",
    fields: body
      ? Object.keys(body).map((name) => ({ label: labels[name] ?? name, origin: "changed" }))
      : [{ label: "Status", origin: "changed" }],
    method,
    path: path
      .replace("{id}", encodeURIComponent(gateID))
      .replace("{ruleID}", "ruleID" in request ? encodeURIComponent(request.ruleID) : ""),
    body: { ...body, ...(request.reason === undefined ? {} : { changeReason: request.reason }) },
  };
}
