import { isModelFailure } from "@retrieval/core/ports";
import type { Settings } from "../settings/settings.js";
import { say } from "../texts/say.js";
import type { FoundModel } from "../wiring/meaning-model.js";
import { type Finding, found, note, ok } from "./finding.js";

/** Loading takes part of a second; a busy machine or a slow disk needs longer. */
const LOADED_WITHIN = 60_000;

/** Loads the embedded model, calls it once, and ends it; nothing where a server takes its place. */
export async function embeddedModelFindings(
  { MEANING }: Pick<Settings, "MEANING">,
  { embedded, missing }: FoundModel,
): Promise<Finding[]> {
  if (MEANING === "off") return [found("ok", say("search by meaning is off (MEANING=off): searches go by words"))];
  if (missing !== null) return [note(NONE.what, NONE.mend, { reason: missing })];
  if (embedded === null) return [];
  try {
    const vectors = await embedded.embed("query", ["travel expenses"], AbortSignal.timeout(LOADED_WITHIN));
    if (isModelFailure(vectors)) return [note(NONE.what, NONE.mend, { reason: vectors.failed })];
    const { model } = embedded;
    return [ok("the embedded model {model} answers, and sends nothing: search by meaning is on", { model })];
  } finally {
    await embedded.stop();
  }
}

const NONE = {
  what: "the embedded model cannot be loaded, so searches go by words: {reason}",
  mend: "Install @retrieval/e5 beside the service where its runtime has a build, name a model server with EMBEDDING_URL, or set MEANING=off.",
} as const;
