// `npm run backup -- <folder>`: copies the data folder into an empty folder.
import { backUp, runCopyCommand } from "./back-up.ts";

const usage = `Usage:
  npm run backup -- <folder>

Copies the database and the keys of DATA_DIR into a folder that is empty or not there. The service may run meanwhile.
The folder then holds the key of the warehouse secrets too: keep it as safe as the data folder.`;

runCopyCommand(usage, backUp);
