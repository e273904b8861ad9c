import Type from "typebox";
import { STATUS } from "../../errors.js";
import { closed } from "./describes.js";
import { ProblemSchema } from "./problems.js";

/** The one error body (SPEC 7). */
export const ErrorBodySchema = closed(
  {
    error: closed({
      code: Type.Enum(Object.keys(STATUS)),
      message: Type.String({ description: "For people: what is wrong, and what to do about it." }),
      problems: Type.Array(ProblemSchema),
    }),
  },
  { $id: "ErrorBody" },
);
