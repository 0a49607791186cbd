import { useParams, useRouter } from "@tanstack/react-router";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/query.ts";
import { checkedBody } from "#console/features/dynamic-configs/draft/config-body.ts";
import { configDraftOf } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { NewEntityDialog } from "#console/editing/create/new-entity-dialog.tsx";

interface NewConfigProps {
  /** The config to copy; without one the new config is empty. */
  like?: DynamicConfig;
  onClose: () => void;
}

/** A copy has its own identity: rules and variants come without their ids. Undefined where what is stored is not valid today. */
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
  const { company = "" } = useParams({ strict: false });
  const router = useRouter();
  const create = useSave("createDynamicConfig");
  const name = like?.name ?? like?.id;
  const content = like && contentOf(like);
  const refusal = useSaveRefusal() ?? (like && !content ? invalid : undefined);
  return (
    <NewEntityDialog
      title={like ? `Duplicate ${name}` : "Create a dynamic config"}
      createLabel={like ? "Duplicate" : "Create the config"}
      {...(name ? { name: `${name} copy` } : {})}
      note={
        like
          ? "The copy starts switched off, with the stored rules, values and schema. A draft is not copied."
          : "It starts without rules: everyone gets an empty default value until you change it."
      }
      refusal={refusal}
      error={create.error}
      isBusy={create.isPending}
      onClose={onClose}
      onCreate={(newName, description) =>
        create.mutate(
          {
            body: content
              ? {
                  ...content,
                  name: newName,
                  isEnabled: false,
                  description: description || content.description,
                }
              : { name: newName, description, defaultValueJson5: "{\n}" },
          },
          {
            onSuccess: ({ data }) =>
              void router.navigate({ to: "/$company/dynamic_configs/$id", params: { company, id: data.id } }),
          },
        )
      }
    />
  );
}
