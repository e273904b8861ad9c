import type { AccessRules } from "@retrieval/core";
import { isPrivateHost, type ServerSettings } from "@retrieval/models";
import type { ModelSettings } from "../settings/model-settings.js";
import type { Settings } from "../settings/settings.js";

/** How an adapter reaches a model server. */
export const serverOf = ({ url, model, key }: ModelSettings): ServerSettings => ({
  ...{ url, model, random: Math.random },
  ...(key === null ? {} : { key }),
});

type Allowed = Pick<Settings, "modelsForRestricted">;

/** Whether only documents that are open to every user may be sent to this model. */
export const isOnlyForOpen = ({ url }: ModelSettings, { modelsForRestricted }: Allowed): boolean =>
  !modelsForRestricted && !isPrivateHost(url);

/** Tells whether a document with a rule may be sent to this model. */
export function maySendTo(model: ModelSettings, allowed: Allowed): (rules: AccessRules) => boolean {
  const onlyOpen = isOnlyForOpen(model, allowed);
  return ({ allow_all }) => allow_all || !onlyOpen;
}
