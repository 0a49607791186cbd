const bar = "rounded-small bg-tint";

/** Placeholder with the final geometry of a table while it loads; appears after 150 ms. */
export const SkeletonRows = ({ rows = 10, label }: { rows?: number; label: string }) => (
  <div role="status" aria-label={label} className="appear">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="flex h-row items-center gap-6 border-b border-border">
        <div className={`h-3 ${bar}`} style={{ width: `${18 + ((row * 7) % 12)}%` }} />
        <div className={`h-3 w-[10%] ${bar}`} />
        <div className={`h-3 ${bar}`} style={{ width: `${24 + ((row * 5) % 14)}%` }} />
      </div>
    ))}
  </div>
);

export const SkeletonBlock = ({ className = "h-24", label }: { className?: string; label: string }) => (
  <div role="status" aria-label={label} className={`appear ${bar} ${className}`} />
);
