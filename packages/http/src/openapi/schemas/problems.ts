import { PROBLEMS, type Problem } from "@retrieval/core";
import Type from "typebox";
import { closed, nullable } from "./describes.js";

export const ProblemSchema = Type.Unsafe<Problem>(
  Type.Object(
    { code: Type.Enum(Object.keys(PROBLEMS)) },
    { $id: "Problem", description: "One thing that is wrong, with what it is about as parameters." },
  ),
);

export const ProblemWarnings = Type.Array(
  closed({
    message: Type.String({ description: "For people, in the language of the answer." }),
    problem: ProblemSchema,
  }),
);

/** Why a job failed. */
export const Failure = {
  error: nullable(Type.String(), { description: "For people: why it failed, and what to do." }),
  problems: Type.Array(ProblemSchema, { description: "Why it failed, as data; empty otherwise." }),
};
