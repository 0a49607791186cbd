// In the place of an answer while a condition of the address cannot be read: that to the other conditions would be taken for it.
import { Empty } from "#console/foundation/ui/empty.tsx";

export const Unreadable = () => <Empty title="Nothing is shown until the condition above can be read." />;
