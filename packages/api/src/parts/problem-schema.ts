import { type ParameterKind, type ParameterKinds, PROBLEMS, type Problem } from "@retrieval/core/problems";
import Type from "typebox";

const codes = Object.entries(PROBLEMS as Readonly<Record<string, ParameterKinds>>);

/**
 * One refusal or warning as data. One object for all codes, not a union of one object for each: every answer that refers
 * to it would repeat them, and pages that show the API's document would take seconds for each operation.
 */
export const ProblemSchema = Type.Unsafe<Problem>(
  Type.Object(
    {
      code: Type.Enum(
        codes.map(([code]) => code),
        { description: "What is wrong." },
      ),
      at: Type.Optional(Type.String({ description: "The part of a list that has the problem: `chunks[3]`." })),
      times: Type.Optional(
        Type.Integer({
          minimum: 2,
          description: "How often the problem was found; its parameters are those of the first.",
        }),
      ),
      headings: Type.Optional(
        Type.Array(Type.String(), { description: "The headings of the file above its first places." }),
      ),
    },
    {
      $id: "Problem",
      additionalProperties: Type.Union([
        Type.String(),
        Type.Number(),
        Type.Null(),
        Type.Array(Type.Union([Type.String(), Type.Number()])),
      ]),
      description: [
        "One thing that is wrong: a code, and its parameters beside it. Later versions have more codes: if you do not know one, show the message. The codes with their parameters:",
        "",
        ...codes.map(([code, kinds]) => `- \`${code}\`${parametersOf(kinds)}`),
      ].join("\n"),
    },
  ),
);

function parametersOf(kinds: ParameterKinds): string {
  const parameters = Object.entries(kinds).map(([name, kind]) => `${name} (${kindOf(kind)})`);
  return parameters.length === 0 ? "" : `: ${parameters.join(", ")}`;
}

function kindOf(kind: ParameterKind): string {
  return typeof kind === "string" ? kind.replace("|", " | ") : kind.join(" | ");
}
