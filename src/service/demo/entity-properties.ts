// Where the properties of the demo shop's users come from.
import type { EntityPropertySource } from "#contract/entity-property.ts";

export const demoEntityPropertySources: EntityPropertySource[] = [
  {
    name: "Membership tier",
    description: "Tier of each member in Hytte Club on each day.",
    tags: ["loyalty"],
    sql: "select member_id, tier, valid_on\nfrom loyalty.membership_days\nwhere tier <> 'none'",
    timestampColumn: "valid_on",
    timestampAsDay: true,
    idTypeMapping: [{ statsigUnitID: "userID", column: "member_id" }],
  },
  {
    name: "Country of residence",
    description: "Country of the last delivery address, else of the first visit.",
    tags: ["audience", "legal"],
    sql: "select\n  u.user_id,\n  coalesce(a.country, u.first_country) as country,\n  coalesce(a.changed_at, u.created_at) as known_at\nfrom shop.users u\nleft join shop.latest_addresses a using (user_id)",
    timestampColumn: "known_at",
    timestampAsDay: false,
    idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
  },
  {
    name: "Device at first visit",
    description: "Platform and app version a user or a device was first seen with.",
    tags: ["audience"],
    sql: "select user_id, device_id, platform, app_version, min(seen_at) as first_seen\nfrom shop.visits\ngroup by user_id, device_id, platform, app_version",
    timestampColumn: "first_seen",
    timestampAsDay: false,
    idTypeMapping: [
      { statsigUnitID: "userID", column: "user_id" },
      { statsigUnitID: "stableID", column: "device_id" },
    ],
  },
  {
    name: "Lifetime value band",
    description: "Band of all revenue up to that day: none, low, middle, high.",
    tags: ["money"],
    sql: "select user_id, band, computed_on\nfrom finance.lifetime_value_bands",
    timestampColumn: "computed_on",
    timestampAsDay: true,
    idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
  },
];
