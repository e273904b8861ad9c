import type { Embedder, EmbeddingModel } from "@retrieval/core/ports";
import { embeddingModel } from "@retrieval/core/search";
import type { EmbeddedModel } from "@retrieval/e5";
import { createEmbedder } from "@retrieval/models";
import type { EmbeddingSettings, Settings } from "../settings/settings.js";
import { isOnlyForOpen, serverOf } from "./model-server.js";

/** The model of search by meaning: that of a server, or the embedded one. */
export interface MeaningModel {
  readonly embedder: Embedder;
  /** What stored vectors are made by. */
  readonly stored: EmbeddingModel;
  /** Only documents that are open to every user may be sent to it. */
  readonly onlyOpen: boolean;
}

export function meaningModelOf(
  settings: Pick<Settings, "embeddingModel" | "MODELS_FOR_RESTRICTED">,
  embedded: Embedder | null,
): MeaningModel | null {
  const { embeddingModel: served } = settings;
  if (served !== null)
    return {
      embedder: embedderOf(served),
      stored: embeddingModel(served.model, { query: served.queryPrefix, passage: served.passagePrefix }),
      onlyOpen: isOnlyForOpen(served, settings),
    };
  return (
    embedded && {
      embedder: embedded,
      stored: embeddingModel(embedded.model, { query: "query: ", passage: "passage: " }),
      onlyOpen: false,
    }
  );
}

export const embedderOf = ({ queryPrefix, passagePrefix, ...server }: EmbeddingSettings): Embedder =>
  createEmbedder({ ...serverOf(server), queryPrefix, passagePrefix });

/** The embedded model, or why it is missing. Both null: the settings want none. */
export interface FoundModel {
  readonly embedded: EmbeddedModel | null;
  readonly missing: string | null;
}

/**
 * Looks for the package of the embedded model, and for a build of its runtime. Loads nothing of it where a server takes
 * its place, or search by meaning is off.
 *
 * @param onFailure told each time when the thread or process of the model ended by itself
 */
export async function findEmbeddedModel(
  { MEANING, embeddingModel }: Pick<Settings, "MEANING" | "embeddingModel">,
  onFailure: (reason: string) => void,
  // By a name that the compiler does not look for: the service is installed without it too.
  load: () => Promise<typeof import("@retrieval/e5")> = () => import("@retrieval/e5" as string),
): Promise<FoundModel> {
  if (MEANING === "off" || embeddingModel !== null) return { embedded: null, missing: null };
  try {
    const { EmbeddedModel } = await load();
    return { embedded: new EmbeddedModel({ onFailure }), missing: null };
  } catch (error) {
    // The rest of it is a list of folders.
    const [missing = ""] = (error as Error).message.split("\n");
    return { embedded: null, missing };
  }
}
