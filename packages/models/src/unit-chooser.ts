import { isModelFailure, type UnitChooser } from "@retrieval/core/ports";
import { type ChatSettings, createChat, malformed } from "./chat.js";

/** Chooses by a chat model that answers `{"units": [3, 7]}`. */
export function createUnitChooser(settings: ChatSettings): UnitChooser {
  const { model, host, ask } = createChat(settings, { name: "units", type: "integer" });
  return {
    model,
    host,
    choose: async (...asked) => {
      const units = await ask(...asked);
      if (isModelFailure(units)) return units;
      return units.every((unit): unit is number => Number.isInteger(unit)) ? units : malformed;
    },
  };
}
