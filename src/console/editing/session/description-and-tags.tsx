import { TextField } from "#console/foundation/forms/text-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";

interface Described {
  description: string;
  tags: string[];
}

interface DescriptionAndTagsProps {
  draft: Described;
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<Described>) => void;
}

export const DescriptionAndTags = ({ draft, errorOf, onChange }: DescriptionAndTagsProps) => (
  <>
    <TextField
      id="description"
      label="Description"
      multiline
      value={draft.description}
      error={errorOf("description")}
      onChange={(description) => onChange({ description })}
    />
    <TokensField
      id="tags"
      label="Tags"
      values={draft.tags}
      error={errorOf("tags")}
      onChange={(tags) => onChange({ tags })}
    />
  </>
);
