import type { vocabularyOperations } from "@retrieval/api";
import { refuse } from "@retrieval/core/errors";
import type { HandlersOf } from "../routing/handler.js";

const AWAY = refuse("UNAVAILABLE", { code: "service.away" });

export const vocabularyHandlers: HandlersOf<typeof vocabularyOperations> = {
  readVocabulary: async () => AWAY,
  replaceVocabulary: async () => AWAY,
};
