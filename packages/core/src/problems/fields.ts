/** Problems with one field of a request or a file, whatever it belongs to. `field` is its name, or its path in the body. */
export const FIELD_PROBLEMS = {
  "field.required": { field: "text" },
  "field.empty": { field: "text" },
  "field.not_text": { field: "text" },
  "field.not_boolean": { field: "text" },
  "field.not_whole_number": { field: "text" },
  "field.not_array": { field: "text" },
  "field.not_moment": { field: "text" },
  "field.not_day": { field: "text" },
  "field.not_object": { field: "text" },
  "field.too_long": { field: "text", max: "number" },
  "field.ill_formed": { field: "text" },
  "field.control_character": { field: "text" },
  "field.edge_space": { field: "text" },
  /** `character` by its code point (`U+200B`), `place` counted in characters from 1. */
  "field.invisible_character": { field: "text", character: "text", place: "number" },
  "field.dots": { field: "text" },
  "field.not_nfc": { field: "text" },
  "field.not_texts": { field: "text" },
  "field.unknown_field": { field: "text", name: "text" },
  "field.not_one_of": { field: "text", values: "texts" },
  "field.too_many_entries": { field: "text", max: "number" },
  "field.too_few_entries": { field: "text", min: "number" },
  "field.too_small": { field: "text", min: "number" },
  "field.too_large": { field: "text", max: "number" },
  /** `other`: the field that this one must not be later than. */
  "field.later": { field: "text", other: "text" },
  /** In a way that has no code of its own. */
  "field.not_valid": { field: "text" },
} as const;
