// Must be imported before any schema is made: the content policy forbids `eval`, which zod would otherwise try.
import { config } from "zod/mini";

config({ jitless: true });
