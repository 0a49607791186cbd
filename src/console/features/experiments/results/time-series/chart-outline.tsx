/** Skeleton of a chart over days. */
export const ChartOutline = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="appear h-72 pt-9 pl-15">
    <div className="flex h-43 flex-col justify-between border-b border-border-strong">
      {Array.from({ length: 4 }, (_, line) => (
        <span key={line} className="border-t border-border" />
      ))}
      <span />
    </div>
  </div>
);
