import { NOTE_MAX, NOTICES } from "@retrieval/core/limits";
import Type from "typebox";
import { nullable } from "./shapes.js";

/** A day in TIME_ZONE. Core judges days that are sent. */
export const day = (description: string) => Type.String({ description, examples: ["2027-04-01"] });

const effective_from = day("The first day on which it is in force.");
const notice = Type.Enum([...NOTICES], {
  description: "Whether its readers are told of it (tell), or also asked to confirm that they know it (confirm).",
});
const confirm_by = day("The last day to confirm; only with notice=confirm.");
/** Why something changed, in several lines where needed. */
export const note = Type.String({ maxLength: NOTE_MAX, description: "Why it was changed." });

/** The fields of a version's days and notice, as they are sent. */
export const ENACTMENT = {
  effective_from: Type.Optional(day("The first day on which it is in force; without it, the day of its publication.")),
  notice: Type.Optional(notice),
  confirm_by: Type.Optional(confirm_by),
  note: Type.Optional(note),
};

/** The same in an answer. */
export const ENACTED = { effective_from, notice, confirm_by: nullable(confirm_by), note: nullable(note) };
