// Whom the demo shop tells apart; the other gates ask about these.
import { countryIn, fieldIs } from "./building-blocks.ts";
import type { GateDraft } from "./drafts.ts";

export const euCountries = ["DE", "SE", "NL", "DK", "FI", "AT"];
export const nordicCountries = ["SE", "NO", "DK", "FI"];

export const audienceGates: GateDraft[] = [
  {
    name: "EU residents",
    description: "Users whose country is in the European Union. Base of most checkout gates.",
    type: "PERMANENT",
    tags: ["audience", "legal"],
    checks: 92_014,
    by: "tobias",
    created: 610,
    changed: 12,
    rules: [{ name: "EU countries", when: [countryIn(...euCountries)] }],
  },
  {
    name: "Nordic residents",
    description: "Users in Sweden, Norway, Denmark and Finland.",
    type: "PERMANENT",
    tags: ["audience"],
    checks: 40_310,
    by: "tobias",
    created: 598,
    changed: 201,
    rules: [{ name: "Nordic countries", when: [countryIn(...nordicCountries)] }],
  },
  {
    name: "Loyalty members",
    description: "Silver and gold members of Hytte Club.",
    type: "PERMANENT",
    tags: ["audience", "loyalty"],
    checks: 18_226,
    team: "Loyalty",
    by: "aino",
    created: 420,
    changed: 31,
    rules: [{ name: "Silver and gold", when: [fieldIs("membership_tier", "silver", "gold")] }],
  },
];
