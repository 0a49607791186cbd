interface ProgressBarProps {
  label: string;
  /** From 0 to 1; undefined if unknown. */
  share: number | undefined;
  /** Numbers shown beside it. */
  children: string;
}

/** A progress bar; screen readers announce only every tenth percent. */
export function ProgressBar({ label, share, children }: ProgressBarProps) {
  const percent = share === undefined ? undefined : Math.round(100 * share);
  return (
    <div className="max-w-160">
      <p className="font-medium">{label}</p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent === undefined ? {} : { "aria-valuenow": percent })}
        className="mt-2 h-1.5 overflow-hidden rounded-small bg-border"
      >
        <div
          className={`h-full rounded-small bg-accent-solid ${percent === undefined ? "w-1/3 opacity-50" : ""}`}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
      <p className="figures mt-1.5 h-5 text-12 text-text-muted">{children}</p>
      <p role="status" className="sr-only">
        {percent === undefined ? label : `${label}: ${Math.floor(percent / 10) * 10} %`}
      </p>
    </div>
  );
}
