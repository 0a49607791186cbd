// `npm run restore -- <folder>`: copies a backup into an empty data folder.
import { runCopyCommand, restore } from "#service/cli/backup/back-up.ts";

const usage = `Usage:
  npm run restore -- <folder>

Copies a backup into DATA_DIR, which must be empty or not there. Stop the service and move the old data folder away before.`;

runCopyCommand(usage, restore);
