// Chooses the group to ship; each option shows the group's primary metrics.
import { useId } from "react";
import type { Experiment } from "#contract/experiment.ts";

interface GroupChoiceProps {
  experiment: Experiment;
  value: string;
  onChange: (id: string) => void;
  sentenceOf: (group: string) => string;
  id: string;
}

export function GroupChoice({ experiment, value, onChange, sentenceOf, id }: GroupChoiceProps) {
  const { groups, controlGroupID } = experiment;
  const control = controlGroupID ?? groups[0]?.id;
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-12 font-medium">Group to ship</legend>
      <div className="border-t border-border">
        {groups.map((group, index) => (
          <label
            key={group.id}
            className="grid min-h-8 cursor-pointer grid-cols-[16px_minmax(0,1fr)] items-baseline gap-2 border-b border-border py-1.5 pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              {...(index === 0 && { id })}
              checked={group.id === value}
              onChange={() => onChange(group.id)}
              className="size-4 self-start accent-(--color-accent-solid)"
            />
            <span className="min-w-0 break-words">
              <span className="font-medium">{group.name}</span>
              <span className="block text-text-muted">
                {group.id === control
                  ? "Control: all stays as it was before the experiment."
                  : sentenceOf(group.name)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
