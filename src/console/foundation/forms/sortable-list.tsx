// A list that can be reordered by pointer and keyboard: on a handle, Space lifts the item, arrows move it, Space drops it,
// Escape puts it back.
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type KeyboardSensorProps,
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
import { createContext, isValidElement, memo, useContext, useMemo, type ReactNode } from "react";

interface SortableListProps<Item> {
  /** Names the items, such as "Rules". */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  nameOf: (item: Item, index: number) => string;
  /** Called with the items in their new order, and the indices that one item moved from and to. */
  onChange: (items: Item[], from: number, to: number) => void;
  /** Renders one item, including its `MoveHandle`. */
  children: (item: Item, index: number) => ReactNode;
  className?: string;
  /** The items are groups of rows in a table that has its own label. */
  isInTable?: boolean;
}

const Handle = createContext<ReactNode>(null);
/**
 * The button that moves its item; nothing if there is only one item. It is passed through a context, so that an unchanged
 * item need not be rendered again.
 */
export const MoveHandle = () => useContext(Handle);

interface SortableItemProps {
  id: string;
  name: string;
  isAlone: boolean;
  element: "li" | "tbody";
  children: ReactNode;
}

const hasSameProps = (left: object, right: object) => {
  const before = new Map(Object.entries(left));
  const after = Object.entries(right);
  return before.size === after.length && after.every(([name, value]) => Object.is(before.get(name), value));
};

/** Whether both are elements of the same component with the same props. */
const isSameElement = (left: ReactNode, right: ReactNode) =>
  isValidElement<object>(left) &&
  isValidElement<object>(right) &&
  left.type === right.type &&
  left.key === right.key &&
  hasSameProps(left.props, right.props);

/** An item is rendered again only if its own content has changed, because a list may have hundreds of items. */
const SortableItem = memo(
  PlainSortableItem,
  ({ children: before, ...left }, { children: after, ...right }) =>
    hasSameProps(left, right) && isSameElement(before, after),
);

function PlainSortableItem({ id, name, isAlone, element: Element, children }: SortableItemProps) {
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
    <Element
      ref={setNodeRef}
      aria-label={name}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
      className={isDragging ? "relative z-2 rounded bg-surface-raised shadow-float" : ""}
    >
      <Handle value={handle}>{children}</Handle>
    </Element>
  );
}

const keysOfLifted = new Set([
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Space",
  "Enter",
  "Tab",
  "Escape",
]);

/**
 * Gives each key to dnd-kit's sensor only once the sensor listens and the move before is counted, by repeating keys pressed
 * earlier. Otherwise keys pressed fast, or on a busy machine, would have no effect or drop the item where it was before.
 */
class PatientKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    let isListening = false;
    let repeated = 0;
    const isReady = () => {
      const { over, collisions } = props.context.current;
      return isListening && over !== null && over.id === collisions?.[0]?.id;
    };
    const repeatLater = (event: KeyboardEvent) => {
      if (!keysOfLifted.has(event.code)) return;
      repeated = isReady() ? 0 : repeated + 1;
      // A list that disappears while an item is lifted must not hold back keys for ever.
      if (repeated === 0 || repeated > 200) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const { target } = event;
      setTimeout(() => target?.dispatchEvent(new KeyboardEvent(event.type, event)));
    };
    const stop = () => document.removeEventListener("keydown", repeatLater, true);
    super({
      ...props,
      onEnd: () => {
        stop();
        props.onEnd();
      },
      onCancel: () => {
        stop();
        props.onCancel();
      },
    });
    document.addEventListener("keydown", repeatLater, true);
    setTimeout(() => (isListening = true));
  }
}

/** Constants, because new options would make every item render again. */
const byPointer = { activationConstraint: { distance: 4 } };
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates };

export function SortableList<Item>({
  label,
  items,
  keyOf,
  nameOf,
  onChange,
  children,
  className,
  isInTable = false,
}: SortableListProps<Item>) {
  const sensors = useSensors(
    useSensor(PointerSensor, byPointer),
    useSensor(PatientKeyboardSensor, byKeyboard),
  );
  const allKeys = items.map(keyOf).join("\n");
  // The array stays the same while the keys do; otherwise every item would be measured again on each keystroke.
  const keys = useMemo(() => (allKeys === "" ? [] : allKeys.split("\n")), [allKeys]);
  const nameAt = (id: UniqueIdentifier) => {
    const index = keys.indexOf(String(id));
    const item = items[index];
    return item === undefined ? "" : nameOf(item, index);
  };
  const place = (id: UniqueIdentifier) => `place ${keys.indexOf(String(id)) + 1} of ${keys.length}`;
  const lifted = (id: UniqueIdentifier) => `${nameAt(id)} lifted, ${place(id)}.`;
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [keys.indexOf(String(active.id)), over ? keys.indexOf(String(over.id)) : -1];
    if (from >= 0 && to >= 0 && from !== to) onChange(arrayMove([...items], from, to), from, to);
  };
  const lines = items.map((item, index) => (
    <SortableItem
      key={keyOf(item)}
      id={keyOf(item)}
      name={nameOf(item, index)}
      isAlone={items.length < 2}
      element={isInTable ? "tbody" : "li"}
    >
      {children(item, index)}
    </SortableItem>
  ));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        // A table may contain only rows, so the announcements are rendered outside it.
        ...(isInTable ? { container: document.body } : {}),
        screenReaderInstructions: {
          draggable:
            "Press Space to lift, then the arrow keys to move, Space to drop, Escape to put it back.",
        },
        announcements: {
          // Nothing is announced yet: the arrow keys have no effect until all positions are measured.
          onDragStart: () => undefined,
          // Also called once the positions are measured, while the item is still over its own position.
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
        {isInTable ? (
          lines
        ) : (
          <ul aria-label={label} className={className}>
            {lines}
          </ul>
        )}
      </SortableContext>
    </DndContext>
  );
}
