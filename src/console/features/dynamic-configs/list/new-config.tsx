import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { checkedBody } from "#console/features/dynamic-configs/draft/config-body.ts";
import { configDraftOf } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { NewEntityDialog } from "#console/editing/create/new-entity-dialog.tsx";

interface NewConfigProps {
  /** The config to copy; without one the new config is empty. */
  like?: DynamicConfig;
  onClose: () => void;
}

/** The content of a copy, without the ids of rules and variants; undefined if the stored config is no longer valid. */
function contentOf(config: DynamicConfig) {
  const { body } = checkedBody(config, configDraftOf(config));
  if (!body) return undefined;
  const { id: _config, rules, ...rest } = body;
  return {
    ...rest,
    rules: rules.map(({ id: _id, baseID: _base, variants, ...rule }) => ({
      ...rule,
      ...(variants ? { variants: variants.map(({ id: _variant, ...variant }) => variant) } : {}),
    })),
  };
}

const invalid = "What is stored does not pass today’s checks: fix and save it first.";

/** Creates a config, empty or as a copy, and opens it. */
export function NewConfig({ like, onClose }: NewConfigProps) {
  const content = like && contentOf(like);
  return (
    <NewEntityDialog
      title="Create a dynamic config"
      createLabel="Create the config"
      note={
        like
          ? "The copy starts disabled, with the stored rules, values and schema. A draft is not copied."
          : "It starts without rules: everyone gets an empty default value until you change it."
      }
      copied={like && (like.name ?? like.id)}
      creation={useSave("createDynamicConfig", { leaves: true })}
      bodyOf={(name, description) =>
        content
          ? { ...content, name, isEnabled: false, description: description || content.description }
          : { name, description, defaultValueJson5: "{\n}" }
      }
      refusal={like && !content ? invalid : undefined}
      page="/$company/dynamic_configs/$id"
      onClose={onClose}
    />
  );
}
