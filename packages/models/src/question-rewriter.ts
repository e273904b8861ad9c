import { REWRITING } from "@retrieval/core/limits";
import { isModelFailure, type QuestionRewriter } from "@retrieval/core/ports";
import { type ChatSettings, createChat, malformed } from "./chat.js";
import { openDeadline } from "./http/deadline.js";

/** How long a reader waits for a rewriting, with all its attempts, in milliseconds. */
const WITHIN = 3_000;

/** Rewrites by a chat model that answers `{"queries": ["…"]}`. */
export function createQuestionRewriter(settings: ChatSettings): QuestionRewriter {
  const { model, host, ask } = createChat(settings, { name: "queries", type: "string" });
  return {
    model,
    host,
    rewrite: async (asked, signal) => {
      const deadline = openDeadline(WITHIN, signal);
      const written = await ask(asked, deadline.signal);
      deadline.close();
      if (isModelFailure(written)) return written;
      const queries = written.map((query) => (typeof query === "string" ? query.toWellFormed().trim() : ""));
      const isUsable = queries.length > 0 && queries.length <= REWRITING.queries && queries.every(isShort);
      return isUsable ? queries : malformed;
    },
  };
}

const isShort = (query: string) => query !== "" && [...query].length <= REWRITING.characters;
