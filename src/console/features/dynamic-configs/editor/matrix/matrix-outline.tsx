const columns = [
  { head: "", width: 44 },
  { head: "Rule", width: undefined },
  { head: "Share", width: 64 },
  { head: "Users", width: 68 },
  { head: "", width: 152 },
  { head: "", width: 152 },
  { head: "", width: 152 },
];

/** The matrix until its config is read: which fields it has is not known yet. */
export const MatrixOutline = () => (
  <table className="w-full table-fixed border-separate border-spacing-0 border-t border-border">
    <thead className="max-tablet:hidden">
      <tr>
        {columns.map(({ head, width }, index) => (
          <th
            key={index}
            style={{ width }}
            className="h-11 border-b border-border px-2 text-left text-12 font-medium"
          >
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="row-outline">
      {[1, 2, 3, 4].map((row) => (
        <tr key={row}>
          {columns.map((_, index) => (
            <td
              key={index}
              className={`h-13 border-b border-border px-2 pt-1.5 align-top ${index === 1 ? "" : "max-tablet:hidden"}`}
            />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
