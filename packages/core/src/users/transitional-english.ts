import type { Problem } from "../problems.js";

/** Fields' problems as texts, until plans and imports carry problems. */
export function inEnglish(problem: Problem): string {
  switch (problem.code) {
    case "field.not_text":
      return "must be a text";
    case "field.empty":
      return "must not be empty";
    case "field.too_long":
      return `must have at most ${problem.max} characters`;
    case "field.ill_formed":
      return "must be well-formed Unicode (it has a lone surrogate)";
    case "field.control_character":
      return "must not contain control characters or line breaks";
    case "field.edge_space":
      return "must not begin or end with white space";
    case "field.invisible_character":
      return `must not contain the invisible character ${problem.character} (character ${problem.place})`;
    default:
      throw new Error(problem.code);
  }
}
