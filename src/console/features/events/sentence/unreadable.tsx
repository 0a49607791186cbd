// Shown in place of a result while a condition in the address cannot be parsed, since the result of the others would be
// mistaken for it.
import { Empty } from "#console/foundation/ui/empty.tsx";

export const Unreadable = () => <Empty title="Nothing is shown until the condition above can be read." />;
