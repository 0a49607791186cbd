import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { query } from "#console/api/query.ts";
import { CodeDiff } from "#console/code/code-diff.tsx";
import { Button } from "#console/ui/button.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";
import { Time } from "#console/ui/time.tsx";
import { configText } from "./config-changes.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");

/** The newest hundred versions; one is compared with the current on demand. */
export function ConfigHistory({ id }: { id: string }) {
  const { version: compared } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: versions } = useSuspenseQuery(query("listDynamicConfigVersions", { id })).data;
  const current = versions[0];
  const other = versions.find(({ version }) => version === compared);
  return (
    <section aria-label="History">
      <SectionHead title="History" note="Every save is kept as a version, the current one first." />
      <ol className="border-t border-border">
        {versions.map((config, index) => (
          <li
            key={config.version ?? index}
            className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-border"
          >
            <b className="figures w-24 font-medium">Version {config.version}</b>
            <span className="text-text-muted">
              {config.lastModifierName ?? "Unknown"}
              {config.lastModifiedTime ? (
                <>
                  , <Time value={config.lastModifiedTime} relative />
                </>
              ) : null}
            </span>
            <span className="ml-auto">
              {index === 0 ? (
                <span className="text-text-muted">Current</span>
              ) : (
                <Button
                  size="small"
                  variant="quiet"
                  aria-pressed={config.version === compared}
                  onClick={() =>
                    void navigate({
                      search: (before) => ({
                        ...before,
                        version: config.version === compared ? undefined : (config.version ?? undefined),
                      }),
                      replace: true,
                    })
                  }
                >
                  Compare with the current
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
      {other && current ? (
        <>
          <SectionHead title={`Version ${other.version} against the current`} />
          <CodeDiff
            label={`Version ${other.version} against the current`}
            before={configText(other)}
            after={configText(current)}
            height={420}
          />
        </>
      ) : null}
    </section>
  );
}
