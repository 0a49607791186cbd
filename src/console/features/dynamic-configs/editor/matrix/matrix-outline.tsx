import { hiddenWhenNarrow } from "./matrix-row.tsx";

const columns = [
  { head: "", width: 44, place: "max-tablet:hidden" },
  { head: "Rule", width: undefined, place: "" },
  { head: "Share", width: 64, place: "max-tablet:hidden" },
  { head: "Users", width: 68, place: hiddenWhenNarrow },
  { head: "", width: 152, place: "max-tablet:hidden" },
  { head: "", width: 152, place: "max-tablet:hidden" },
  { head: "", width: 152, place: "max-tablet:hidden" },
];

/** Placeholder of the matrix while the config is loading and its fields are unknown. */
export const MatrixOutline = () => (
  <table className="w-full table-fixed border-separate border-spacing-0 border-t border-border">
    <thead className="max-tablet:hidden">
      <tr>
        {columns.map(({ head, width, place }, index) => (
          <th
            key={index}
            style={{ width }}
            className={`h-11 border-b border-border px-2 text-left text-12 font-medium ${place}`}
          >
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="row-outline">
      {[1, 2, 3, 4].map((row) => (
        <tr key={row}>
          {columns.map(({ place }, index) => (
            <td
              key={index}
              // A skeleton bar is wider than the narrowest cells.
              className={`h-13 overflow-hidden border-b border-border px-2 pt-1.5 align-top ${place}`}
            />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
