// A look at a source in the warehouse while it is written.
import type { SourcePreview } from "#contract/source-preview.ts";
import type { SourceKind } from "#contract/warehouse-source.ts";
import type { Told } from "./changed-source.ts";

export interface Look {
  readonly told: Told;
  /** The answer of a write, with the preview where it is a dry run. */
  readonly answered: <Data extends object>(result: {
    data: Data;
    version: number;
  }) => {
    data: Data & { preview?: SourcePreview | undefined };
    version: number;
  };
}

export interface SourceLooks {
  ofWrite(
    kind: SourceKind,
    input: { readonly query: { readonly dryRun: boolean }; readonly body: object },
    stored: object | undefined,
  ): Promise<Look>;
}

export const sourceLooks = (): SourceLooks => ({
  ofWrite: async () => ({ told: {}, answered: (result) => result }),
});
