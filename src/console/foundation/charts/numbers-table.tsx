interface NumbersTableProps {
  caption: string;
  columns: readonly string[];
  /** One text per column; the first one names the row. */
  rows: readonly (readonly string[])[];
}

/** The numbers of a chart as a table, for readers who cannot see it or want exact values. */
export const NumbersTable = ({ caption, columns, rows }: NumbersTableProps) => (
  <table className="w-full border-separate border-spacing-0">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr className="*:sticky *:top-0 *:border-b *:border-border *:bg-surface *:py-1 *:pl-2 *:text-right *:font-medium *:text-text-muted *:first:pl-0 *:first:text-left">
        {columns.map((column, index) => (
          <th key={index} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...cells], row) => (
        <tr key={row} className="*:py-0.5 *:pl-2">
          <th scope="row" className="figures pl-0! text-left font-regular whitespace-nowrap">
            {name}
          </th>
          {cells.map((cell, index) => (
            <td key={index} className="num">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
