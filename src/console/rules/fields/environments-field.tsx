import { useState } from "react";
import { Checkbox } from "#console/foundation/forms/checkbox.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { capitalise } from "#console/foundation/ui/wording.ts";

interface EnvironmentBoxesProps {
  known: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A checkbox for each environment. */
export const EnvironmentBoxes = ({ known, chosen, onChange }: EnvironmentBoxesProps) =>
  known.map((name) => (
    <Checkbox
      key={name}
      label={capitalise(name)}
      checked={chosen.includes(name)}
      onChange={(checked) =>
        onChange(known.filter((other) => (other === name ? checked : chosen.includes(other))))
      }
    />
  ));

interface EnvironmentsFieldProps {
  /** Names of the environments; null means every environment. */
  value: readonly string[] | null;
  onChange: (value: string[] | null) => void;
  known: readonly string[];
}

/** A choice between all environments and selected ones; selecting none is allowed, but noted, because the rule is then off. */
export function EnvironmentsField({ value, onChange, known }: EnvironmentsFieldProps) {
  const [chosenBefore, setChosenBefore] = useState<readonly string[]>(value ?? known);
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <legend className="mb-1 text-12 font-medium">Environments</legend>
      <div>
        <Segment
          label="Environments"
          value={value === null ? "all" : "chosen"}
          onChange={(mode) => onChange(mode === "all" ? null : [...chosenBefore])}
          options={[
            { value: "all", label: "All" },
            { value: "chosen", label: "Only chosen" },
          ]}
        />
      </div>
      {value !== null && (
        <div className="flex flex-wrap gap-x-4">
          <EnvironmentBoxes
            known={known}
            chosen={value}
            onChange={(next) => {
              setChosenBefore(next);
              onChange(next);
            }}
          />
        </div>
      )}
      {value?.length === 0 && (
        <p className="text-12 text-text-muted">No environment is chosen: the rule is off everywhere.</p>
      )}
      {value === null && (
        <p className="text-12 text-text-muted">Also in environments that are added later.</p>
      )}
    </fieldset>
  );
}
