/** A thin line at the top of the pane while its content is read again. */
export const ProgressLine = ({ active }: { active: boolean }) => (
  <div aria-hidden className="sticky top-bar z-10 h-0">
    {active ? <div className="appear h-0.5 w-full animate-pulse bg-accent" /> : null}
  </div>
);
