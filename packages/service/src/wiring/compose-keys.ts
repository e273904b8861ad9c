import { createSecretKey, type KeyObject } from "node:crypto";
import { answerKey, cursorKey, type SharedSecret, sessionKey } from "@retrieval/core";
import { AnswerIds, CursorSeal } from "@retrieval/http";
import { JsonWebTokens, secretTokenKey, type TokenKey } from "../adapters/json-web-tokens.js";
import type { Settings } from "../settings/settings.js";

type Keys = Pick<Settings, "tokenKeys" | "secrets">;

/** What is signed or sealed, each with a key of its own. */
export function composeKeys(settings: Keys) {
  return {
    tokens: new JsonWebTokens(tokenKeys(settings)),
    cursors: new CursorSeal(derivedKeys(cursorKey, settings)),
    answerIds: new AnswerIds(derivedKeys(answerKey, settings)),
  };
}

/** The private keys if there are any, else a key derived from each shared secret. */
function tokenKeys({ tokenKeys: [first, ...rest], secrets: [secret, ...previous] }: Keys): [TokenKey, ...TokenKey[]] {
  if (first) return [first, ...rest];
  return [secretTokenKey(sessionKey(secret)), ...previous.map((old) => secretTokenKey(sessionKey(old)))];
}

/** What they seal before a change of the shared secret stays valid. */
function derivedKeys(
  derive: (shared: SharedSecret) => Uint8Array,
  { secrets: [secret, ...previous] }: Keys,
): [KeyObject, ...KeyObject[]] {
  const keyOf = (shared: SharedSecret) => createSecretKey(derive(shared));
  return [keyOf(secret), ...previous.map(keyOf)];
}
