// A list reordered by pointer and by keyboard: Space lifts an item at its handle, arrows move it, Space drops it, Escape puts it back.
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { GripVertical } from "lucide-react";
import type { ReactNode } from "react";

export interface SortableListProps<Item> {
  /** What the items are, such as "Rules". */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  nameOf: (item: Item, index: number) => string;
  onChange: (items: Item[]) => void;
  /** One item; `handle` is the button that moves it. */
  children: (item: Item, index: number, handle: ReactNode) => ReactNode;
  className?: string;
}

function SortableItem({
  id,
  name,
  isAlone,
  children,
}: {
  id: string;
  name: string;
  isAlone: boolean;
  children: (handle: ReactNode) => ReactNode;
}) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id, attributes: { roleDescription: "sortable" } });
  const { role: _, ...described } = attributes;
  const handle = isAlone ? null : (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...described}
      {...listeners}
      aria-label={`Move ${name}`}
      className="flex h-control w-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-small text-text-muted hover:text-text active:cursor-grabbing pointer-coarse:w-11"
    >
      <GripVertical size={16} aria-hidden />
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      aria-label={name}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
      className={isDragging ? "relative z-2 rounded bg-surface-raised shadow-float" : ""}
    >
      {children(handle)}
    </li>
  );
}

export function SortableList<Item>({
  label,
  items,
  keyOf,
  nameOf,
  onChange,
  children,
  className,
}: SortableListProps<Item>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = items.map(keyOf);
  const nameAt = (id: UniqueIdentifier) => {
    const index = keys.indexOf(String(id));
    const item = items[index];
    return item === undefined ? "" : nameOf(item, index);
  };
  const place = (id: UniqueIdentifier) => `place ${keys.indexOf(String(id)) + 1} of ${keys.length}`;
  const lifted = (id: UniqueIdentifier) => `${nameAt(id)} lifted, ${place(id)}.`;
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [keys.indexOf(String(active.id)), over ? keys.indexOf(String(over.id)) : -1];
    if (from >= 0 && to >= 0 && from !== to) onChange(arrayMove([...items], from, to));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: {
          draggable:
            "Press Space to lift, then the arrow keys to move, Space to drop, Escape to put it back.",
        },
        announcements: {
          onDragStart: ({ active }) => lifted(active.id),
          // Told right after the start too, when the item still lies over itself.
          onDragOver: ({ active, over }) => {
            if (over?.id === active.id) return lifted(active.id);
            return over ? `${nameAt(active.id)} at ${place(over.id)}.` : undefined;
          },
          onDragEnd: ({ active, over }) =>
            over ? `${nameAt(active.id)} dropped at ${place(over.id)}.` : undefined,
          onDragCancel: ({ active }) => `${nameAt(active.id)} is back at ${place(active.id)}.`,
        },
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ul aria-label={label} className={className}>
          {items.map((item, index) => (
            <SortableItem
              key={keyOf(item)}
              id={keyOf(item)}
              name={nameOf(item, index)}
              isAlone={items.length < 2}
            >
              {(handle) => children(item, index, handle)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
