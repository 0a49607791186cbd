import { expect, test } from "vitest";
import { fillColumns } from "#service/database/event-columns.ts";
import { loadEvents } from "#service/database/logs.ts";
import { testApp } from "#service/test-app.test-support.ts";

test("events of a unit are found whatever its id holds, also where the log has columns", async () => {
  const ids = ["plain", "it's", "'); drop table event; --", "\\'", "\u{1f44d}"];
  const service = await testApp();
  const { database } = service;
  await database.transaction((transaction) =>
    loadEvents(
      transaction,
      ids.map((unit, place) => ({
        name: "view",
        time: 1000 + place,
        unit,
        value: "",
        source: "web",
        metadata: "{}",
      })),
    ),
  );
  while (await database.transaction((transaction) => fillColumns(transaction, 700)));
  for (const id of ids) {
    const { body } = await service.request("GET", `/console/v1/events?userID=${encodeURIComponent(id)}`);
    expect(body.data).toMatchObject([{ userID: id }]);
  }
  await service.close();
});
