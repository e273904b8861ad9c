import { isObject } from "@retrieval/core/limits";
import { isModelFailure, type UnitChooser } from "@retrieval/core/ports";
import { type ChatSettings, createChat, malformed } from "./chat.js";

const UNITS = {
  name: "units",
  schema: {
    type: "object",
    properties: { units: { type: "array", items: { type: "integer" } } },
    required: ["units"],
    additionalProperties: false,
  },
};

/**
 * Chooses by a chat model that answers `{"units": [3, 7]}`.
 * @throws TypeError if the address or the key cannot be used
 */
export function createUnitChooser(settings: ChatSettings): UnitChooser {
  const { model, host, ask } = createChat(settings, UNITS);
  return {
    model,
    host,
    choose: async (...asked) => {
      const outcome = await ask(...asked);
      return isModelFailure(outcome) ? outcome : (readUnits(outcome.done) ?? malformed);
    },
  };
}

/** null: it is not what the schema says. */
function readUnits(value: unknown): readonly number[] | null {
  if (!isObject(value) || Object.keys(value).length !== 1 || !Array.isArray(value.units)) return null;
  return value.units.every((number) => Number.isInteger(number)) ? (value.units as readonly number[]) : null;
}
