import { isPrivateHost } from "@retrieval/models";
import type { SettingsReader } from "./reader.js";

/** A model server that the operator has named. */
export interface ModelSettings {
  /** The base of its API, which ends in /v1. */
  readonly url: string;
  readonly model: string;
  /** null: the server asks for none. */
  readonly key: string | null;
}

/** A role of models, as the names of its settings begin. */
export type ModelRole = "ANSWER" | "EMBEDDING" | "RERANK";

/** The model of search by meaning. */
export interface EmbeddingSettings extends ModelSettings {
  /** Put before each query and each passage; many models ask for it. */
  readonly queryPrefix: string;
  readonly passagePrefix: string;
}

/** The server of search by meaning; null: none, or search by meaning is off. */
export function readMeaning(read: SettingsReader): {
  readonly meaning: boolean;
  readonly embeddingModel: EmbeddingSettings | null;
} {
  const meaning = read.choice("MEANING", ["on", "off"], "on") === "on";
  const model = readModel(read, "EMBEDDING");
  const queryPrefix = read.text("EMBEDDING_QUERY_PREFIX") ?? "";
  const passagePrefix = read.text("EMBEDDING_PASSAGE_PREFIX") ?? "";
  return { meaning, embeddingModel: meaning && model ? { ...model, queryPrefix, passagePrefix } : null };
}

/** The model of one role; null: none. */
export function readModel(read: SettingsReader, role: ModelRole): ModelSettings | null {
  const url = read.text(`${role}_URL`);
  const model = read.text(`${role}_MODEL`);
  const key = read.secret(`${role}_KEY`);
  if (url === null) {
    if (model !== null || key !== null)
      read.missing("{role}_URL is required beside {role}_MODEL and {role}_KEY", { role });
    return null;
  }
  if (model === null)
    read.missing("{role}_MODEL is required beside {role}_URL: the model's name on that server", { role });
  if (!isBase(url)) {
    read.wrong(
      "{role}_URL must be the base of an API, such as http://models:8080/v1, without user, password or query",
      { role },
    );
    return null;
  }
  if (key !== null && !KEY.test(key)) read.wrong("{role}_KEY must have visible ASCII characters only", { role });
  if (url.startsWith("http:") && !isPrivateHost(url))
    read.warn("{role}_URL has no HTTPS: what it is sent, the key too, can be read on the way to that host", { role });
  return model === null ? null : { url, model, key };
}

const KEY = /^[\x21-\x7e]+$/;

function isBase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === "");
}
