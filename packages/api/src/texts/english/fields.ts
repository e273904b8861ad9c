import type { FIELD_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const fields: TextsOf<keyof typeof FIELD_PROBLEMS> = {
  "field.required": ({ field }) => `${field} is required`,
  "field.empty": ({ field }) => `${field} must not be empty`,
  "field.not_text": ({ field }) => `${field} must be a string`,
  "field.not_boolean": ({ field }) => `${field} must be true or false`,
  "field.not_whole_number": ({ field }) => `${field} must be a whole number`,
  "field.not_array": ({ field }) => `${field} must be an array`,
  "field.not_moment": ({ field }) =>
    `${field} must be a date like 2026-01-31 (in UTC), or a time with an offset like 2026-01-31T09:00:00+09:00`,
  "field.not_day": ({ field }) => `${field} must be a date like 2026-01-31, from 1800-01-01 to 2999-12-31`,
  "field.not_object": ({ field }) => `${field} must be an object`,
  "field.too_long": ({ field, max }) => `${field} must have at most ${max} characters`,
  "field.ill_formed": ({ field }) => `${field} must be well-formed Unicode (it has a lone surrogate)`,
  "field.control_character": ({ field }) => `${field} must not contain control characters or line breaks`,
  "field.edge_space": ({ field }) => `${field} must not begin or end with white space`,
  "field.invisible_character": ({ field, character, place }) =>
    `${field} must not contain the invisible character ${character} (character ${place})`,
  "field.dots": ({ field }) => `${field} must not be "." or "..": no address can name it`,
  "field.not_nfc": ({ field }) =>
    `${field} must be in Unicode Normalization Form C (NFC): it looks like another text, with other code points`,
  "field.not_texts": ({ field }) => `${field} must be an array of strings`,
  "field.unknown_field": ({ field, name }) => `${field} has an unknown field ${JSON.stringify(name)}`,
  "field.not_one_of": ({ field, values }) => `${field} must be one of ${values.join(", ")}`,
  "field.too_many_entries": ({ field, max }) => `${field} may have at most ${max} entries`,
  "field.too_few_entries": ({ field, min }) => `${field} must have at least ${min} ${min === 1 ? "entry" : "entries"}`,
  "field.too_small": ({ field, min }) => `${field} must be at least ${min}`,
  "field.too_large": ({ field, max }) => `${field} must be at most ${max}`,
  "field.later": ({ field, other }) => `${field} must not be later than ${other}`,
  "field.not_valid": ({ field }) => `${field} is not valid`,
};
