import type { AccessRules } from "@retrieval/core";
import type { ConnectedModel } from "@retrieval/http";
import { isPrivateHost, type ServerSettings } from "@retrieval/models";
import type { ModelSettings, Settings } from "../settings/settings.js";

/** How an adapter reaches a model server. */
export const serverOf = ({ url, model, key }: ModelSettings): ServerSettings => ({
  ...{ url, model, random: Math.random },
  ...(key === null ? {} : { key }),
});

type Allowed = Pick<Settings, "MODELS_FOR_RESTRICTED">;

/** Whether only documents that are open to every user may be sent to this model. */
export const isOnlyForOpen = ({ url }: ModelSettings, { MODELS_FOR_RESTRICTED }: Allowed): boolean =>
  !MODELS_FOR_RESTRICTED && !isPrivateHost(url);

/** Tells whether a document with a rule may be sent to this model. */
export function maySendTo(model: ModelSettings, allowed: Allowed): (rules: AccessRules) => boolean {
  const onlyOpen = isOnlyForOpen(model, allowed);
  return ({ allow_all }) => allow_all || !onlyOpen;
}

/** What administrators are told about the models: where texts go, without keys and paths. */
export function connectedModels({ embeddingModel, rerankModel, answerModel, ...allowed }: Settings): ConnectedModel[] {
  const models = { embedding: embeddingModel, rerank: rerankModel, answer: answerModel } as const;
  return (["embedding", "rerank", "answer"] as const).flatMap((purpose) => {
    const settings = models[purpose];
    if (settings === null) return [];
    const { model, url } = settings;
    const { host } = new URL(url);
    return [{ purpose, model, host, in_own_network: isPrivateHost(url), only_open: isOnlyForOpen(settings, allowed) }];
  });
}
