// Generates the demo project once before the journeys; the service of each worker starts on a copy of its data folder.
import { freePort, Service } from "./fixtures.ts";

// oxlint-disable-next-line import/no-default-export -- Playwright calls what the file exports by default
export default async function inventDemo() {
  const service = new Service(await freePort());
  await service.start();
  await service.kill("SIGTERM");
  // The workers inherit the environment variables of this process.
  process.env["DEMO_DATA"] = service.dataDir;
  return () => service.remove();
}
