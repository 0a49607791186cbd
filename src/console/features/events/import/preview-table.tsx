import type { ImportFile } from "#contract/log-import.ts";
import { roleOf, type ImportDraft } from "./import-draft.ts";

const shownRows = 8;

/** The first rows of a file, and the role of each column. */
export const PreviewTable = ({ file, draft }: { file: ImportFile; draft: ImportDraft }) => (
  <div
    role="region"
    aria-label="First rows of the file"
    tabIndex={0}
    className="focus-inside relative overflow-x-auto border-y border-border"
  >
    <table className="w-full text-left">
      <thead className="bg-surface-sunken">
        <tr>
          {file.columns.map((column) => {
            const role = roleOf(column, draft);
            return (
              <th key={column} scope="col" className="px-3 py-1.5 align-top font-medium whitespace-nowrap">
                <span className="font-mono text-12">{column}</span>
                <span
                  className={`block text-12 font-normal ${role === "Left out" ? "text-text-muted line-through" : "text-text-muted"}`}
                >
                  {role}
                </span>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {file.rows.slice(0, shownRows).map((row, index) => (
          // The index is a valid key, because rows of a file have no identity of their own.
          <tr key={index} className="border-t border-border">
            {row.map((text, column) => (
              <td key={file.columns[column]} className="figures max-w-60 truncate px-3 py-1.5" title={text}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
