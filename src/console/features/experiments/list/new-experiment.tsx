import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";

const route = getRouteApi("/$company/experiments");

/** The button in the top bar, and the palette command, that open an empty plan. */
export function NewExperiment() {
  const params = route.useParams();
  const navigate = useNavigate();
  const refusal = useSaveRefusal();
  const open = () => void navigate({ to: "/$company/experiments/new", params });
  return (
    <PageButtons>
      {/* The export menu is loaded later and appears to its left. */}
      <Button
        variant="primary"
        icon={Plus}
        disabledReason={refusal}
        reasonAt="page"
        onClick={open}
        className="order-1"
      >
        <span className="max-tablet:sr-only">New experiment</span>
      </Button>
    </PageButtons>
  );
}
