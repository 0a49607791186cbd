import { DescriptionAndTags } from "#console/editing/session/description-and-tags.tsx";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/config-adapter.ts";

/** Tab for the description and tags of a config. */
export const SettingsTab = ({ edit: { draft, problems, change, generation } }: { edit: ConfigEdit }) => (
  <div key={generation} className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-4">
    <DescriptionAndTags
      draft={draft}
      errorOf={(field) => problems.find(({ property }) => property === field)?.errorMessage}
      onChange={change}
    />
  </div>
);
