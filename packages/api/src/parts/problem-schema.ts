import { type ParameterKind, type ParameterKinds, PROBLEMS, type Problem } from "@retrieval/core/problems";
import Type, { type TSchema } from "typebox";
import { closed } from "./shapes.js";

// No descriptions: they would be repeated for each code.
const PLACE = { at: Type.Optional(Type.String()), times: Type.Optional(Type.Integer({ minimum: 2 })) };

/** One refusal or warning as data: for each code its parameters. */
export const ProblemSchema = Type.Unsafe<Problem>(
  Type.Union(
    Object.entries(PROBLEMS as Readonly<Record<string, ParameterKinds>>).map(([code, kinds]) =>
      closed({ code: Type.Literal(code), ...parametersOf(kinds), ...PLACE }),
    ),
    {
      $id: "Problem",
      description:
        "A refusal or warning as a code with parameters. Each may have `at`, the part of a list that has the problem " +
        "(`chunks[3]`), and `times`, how often it was found. Later versions may add codes: for an unknown code, show the " +
        "message.",
    },
  ),
);

function parametersOf(kinds: ParameterKinds): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, parameterOf(kind)]));
}

function parameterOf(kind: ParameterKind): TSchema {
  switch (kind) {
    case "text":
      return Type.String();
    case "number":
      return Type.Number();
    case "texts":
      return Type.Array(Type.String());
    case "numbers":
      return Type.Array(Type.Number());
    default:
      return Type.Enum([...kind]);
  }
}
