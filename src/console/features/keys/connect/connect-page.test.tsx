import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";

test("a key is made in place, stands in the snippet, and the steps turn as the app asks and logs", async () => {
  const view = await consoleAt("/demo/connect");
  expect(await view.findByRole("link", { name: "Connect an app" })).toBeTruthy();
  expect(await view.findByText("There is no server key for production yet.")).toBeTruthy();
  expect(await view.findByText(/There is no gate yet/)).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "New key" }));
  const dialog = within(await view.findByRole("dialog"));
  await view.user.type(dialog.getByRole("textbox", { name: "Name" }), "Shop");
  await view.user.click(dialog.getByRole("button", { name: "Make the key" }));
  const key = (await view.findByText(/^secret-[\w-]{43}$/)).textContent ?? "";
  expect(key).toMatch(/^secret-[\w-]{43}$/);
  const snippet = view.getByLabelText("Snippet").textContent;
  expect(snippet).toContain(`initialize('${key}'`);
  expect(snippet).toContain(`api: '${location.origin}/v1'`);
  const check = within(view.getByRole("complementary", { name: "Check" }));
  expect(check.getByText("0 of 3")).toBeTruthy();
  const headers = { "STATSIG-API-KEY": key, "STATSIG-SDK-TYPE": "statsig-node" };
  const { request } = view.service;
  await request("GET", `/v1/download_config_specs/${key}.json`, { key: "none", headers });
  expect(await check.findByText("1 of 3")).toBeTruthy();
  const user = { userID: "u1" };
  const exposure = { gate: "checkout", gateValue: "true", ruleID: "r1" };
  await request("POST", "/v1/log_event", {
    key: "none",
    headers,
    body: {
      events: [
        { eventName: "statsig::gate_exposure", user, metadata: exposure },
        { eventName: "purchase", user },
        { eventName: "opened" },
      ],
    },
  });
  expect(await check.findByText("3 of 3")).toBeTruthy();
  expect(check.getByText("checkout for u1: pass")).toBeTruthy();
  const refused = within(await view.findByRole("region", { name: "Refused in the last day" }));
  expect(refused.getByText("No user and no other unit")).toBeTruthy();
  await view.user.click(refused.getByRole("button", { name: /^Details of what was refused at/ }));
  expect(refused.getByText("user: Expected a userID or a custom id")).toBeTruthy();
  expect(refused.getByLabelText("The event as it came").textContent).toContain('"eventName": "opened"');
});

test("what was read stays while the service does not answer", async () => {
  let isBroken = false;
  let failures = 0;
  const view = await consoleAt("/demo/connect", {
    intercept: ({ url }) => {
      if (!isBroken || !url.includes("/app_activity")) return undefined;
      failures += 1;
      // Not a network failure, after which the console would poll the service by itself.
      return Response.json({ status: 503, message: "The database is away." }, { status: 503 });
    },
  });
  expect(await view.findByText("No app asked or logged yet.")).toBeTruthy();
  isBroken = true;
  await expect.poll(() => failures).toBeGreaterThan(1);
  expect(view.getByText("No app asked or logged yet.")).toBeTruthy();
}, 30_000);

test("each kind of app has its snippet and asks for its kind of key", async () => {
  const view = await consoleAt("/demo/connect?tab=browser", {
    fill: async ({ request }) => {
      for (const environment of ["staging", "production"])
        await request("POST", "/console/v1/api_keys", {
          body: { name: `Shop web, ${environment}`, kind: "client", environment },
        });
    },
  });
  expect(await view.findByRole("combobox", { name: "Key Shop web, production" })).toBeTruthy();
  await view.user.click(view.getByRole("combobox", { name: "Environment Production" }));
  await view.user.click(await view.findByRole("option", { name: "Staging" }));
  expect(await view.findByRole("combobox", { name: "Key Shop web, staging" })).toBeTruthy();
  expect(view.router.state.location.search).toMatchObject({ environment: "staging" });
  expect((await view.findByLabelText("Snippet")).textContent).toContain("new StatsigClient('client-…");
  await view.user.click(view.getByRole("link", { name: "Plain HTTP" }));
  expect((await view.findByLabelText("Snippet")).textContent).toContain("curl");
  await view.user.click(view.getByRole("link", { name: "Native server" }));
  expect((await view.findByLabelText("Snippet")).textContent).toContain(
    `specsUrl: '${location.origin}/v2/download_config_specs'`,
  );
  await view.user.click(view.getByRole("link", { name: "Server" }));
  expect(await view.findByText("There is no server key for staging yet.")).toBeTruthy();
  await view.user.click(view.getByRole("link", { name: "On the device" }));
  expect(await view.findByText("There is no client key that reads the rules for staging yet.")).toBeTruthy();
  expect(view.getByLabelText("Snippet").textContent).toContain("new StatsigOnDeviceEvalClient('client-…");
  await view.user.click(view.getByRole("button", { name: "New key" }));
  const dialog = within(await view.findByRole("dialog"));
  await view.user.type(dialog.getByRole("textbox", { name: "Name" }), "Till");
  await view.user.click(dialog.getByRole("button", { name: "Make the key" }));
  expect(await view.findByRole("combobox", { name: "Key Till" })).toBeTruthy();
  expect(view.router.state.location.search).toMatchObject({ tab: "device" });
});

test("the rail offers to connect an app until the first event came", async () => {
  const log = async ({ database }: Awaited<ReturnType<typeof consoleAt>>["service"]) =>
    database.transaction((transaction) =>
      transaction.query(
        "insert into event (seq, name, time, unit_id, value, source, metadata) values (1, 'purchase', 1, 'u', '', '', '{}')",
      ),
    );
  const first = await consoleAt("/demo/keys");
  const rail = within(await first.findByRole("navigation", { name: "Set up" }));
  expect(await rail.findByRole("link", { name: "Connect an app" })).toBeTruthy();
  first.unmount();
  const later = await consoleAt("/demo/keys", { fill: log });
  await later.findByRole("button", { name: "Rotate, Revoke: Test reader" });
  const setUp = within(await later.findByRole("navigation", { name: "Set up" }));
  expect(setUp.queryByRole("link", { name: "Connect an app" })).toBeNull();
});
