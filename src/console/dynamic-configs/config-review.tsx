import { CircleCheck, TriangleAlert } from "lucide-react";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { CodeDiff } from "#console/code/code-diff.tsx";
import type { NameOf } from "#console/rules/condition-words.ts";
import { SectionHead } from "#console/ui/section-head.tsx";
import { formatDateTime } from "#console/ui/time-format.ts";
import { configChanges, configText } from "./config-changes.ts";

interface ConfigReviewProps {
  stored: DynamicConfig;
  /** What the service would store. */
  accepted: { config: DynamicConfig; time: number };
  nameOf: NameOf;
}

const head = "h-8 border-b border-border text-left text-12 font-medium text-text-muted pr-3";
const cell = "border-b border-border py-2 pr-3 align-top break-words";

/** What changes and for whom, the texts side by side, and what was checked. Nothing is stored yet. */
export function ConfigReview({ stored, accepted, nameOf }: ConfigReviewProps) {
  const changes = configChanges(stored, accepted.config, nameOf);
  const schema = accepted.config.schema;
  const reaches = accepted.config.isEnabled && changes.length > 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] desk:grid-cols-[minmax(0,1fr)_288px] desk:gap-8">
      <div className="min-w-0 pb-6">
        <SectionHead title="What changes, and for whom" note="Nothing is stored until you save." />
        {changes.length === 0 ? (
          <p className="text-text-muted">The service would store exactly what is stored now.</p>
        ) : (
          <table className="w-full table-fixed border-separate border-spacing-0">
            <caption className="sr-only">What changes, and for whom</caption>
            <thead>
              <tr>
                <th scope="col" className={head}>
                  Who
                </th>
                <th scope="col" className={head}>
                  Today
                </th>
                <th scope="col" className={head}>
                  After saving
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ who, what, before, after }) => (
                <tr key={`${who} ${what}`}>
                  <th scope="row" className={`${cell} text-left font-regular`}>
                    <span className="block font-medium">{who}</span>
                    <span className="text-12 text-text-muted">{what}</span>
                  </th>
                  <td className={`${cell} figures text-text-muted`}>{before}</td>
                  <td className={`${cell} figures font-medium`}>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <SectionHead title="As text" />
        <CodeDiff label="Changes as text" before={configText(stored)} after={configText(accepted.config)} />
      </div>
      <aside aria-label="Checks" className="border-border max-desk:border-t desk:border-l desk:pl-6">
        <h2 className="flex h-12 items-center font-strong">Checks</h2>
        <ul className="grid gap-3">
          <li className="flex gap-2">
            <CircleCheck size={16} aria-hidden className="mt-0.5 text-ok" />
            <span>
              Dry run accepted
              <span className="block text-12 text-text-muted">
                The service checked everything and stored nothing. {formatDateTime(accepted.time)}
              </span>
            </span>
          </li>
          {schema ? (
            <li className="flex gap-2">
              <CircleCheck size={16} aria-hidden className="mt-0.5 text-ok" />
              <span>
                Values fit the schema
                <span className="block text-12 text-text-muted">JSON Schema 2020-12</span>
              </span>
            </li>
          ) : null}
          <li className="flex gap-2">
            <CircleCheck size={16} aria-hidden className="mt-0.5 text-ok" />
            <span>
              Nobody saved in between
              <span className="block text-12 text-text-muted">
                You started from {stored.version ? `version ${stored.version}` : "the stored config"}
                {stored.lastModifiedTime ? ` of ${formatDateTime(stored.lastModifiedTime)}` : ""}.
              </span>
            </span>
          </li>
          {reaches ? (
            <li className="flex gap-2">
              <TriangleAlert size={16} aria-hidden className="mt-0.5 text-warning" />
              <span>
                Reaches users right after saving
                <span className="block text-12 text-text-muted">
                  Rules apply in the environments they name, all others everywhere.
                </span>
              </span>
            </li>
          ) : null}
        </ul>
        <h2 className="mt-4 flex h-12 items-center border-t border-border font-strong">To undo</h2>
        <p className="text-text-muted">History keeps the present version.</p>
      </aside>
    </div>
  );
}
