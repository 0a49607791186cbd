import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { Button, buttonClass } from "#console/foundation/ui/button.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";

const label = "New metric";
const page = "/$company/metrics/new";

/** Link to a new metric, shown in an empty list. */
export function NewMetricLink() {
  const { company = "-" } = useParams({ strict: false });
  return useSaveRefusal() ? null : (
    <Link to={page} params={{ company }} className={buttonClass()}>
      <Plus size={14} aria-hidden />
      {label}
    </Link>
  );
}

/** Opens a new metric from the top bar and the command palette. */
export function NewMetricButton() {
  const { company = "-" } = useParams({ strict: false });
  const navigate = useNavigate();
  const refusal = useSaveRefusal();
  const open = () => void navigate({ to: page, params: { company } });
  usePageActions([{ label, onSelect: open, disabledReason: refusal }]);
  return (
    <PageButtons>
      <Button variant="primary" icon={Plus} disabledReason={refusal} reasonAt="page" onClick={open}>
        {label}
      </Button>
    </PageButtons>
  );
}
