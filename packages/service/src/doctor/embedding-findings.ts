import type { EmbeddingModel, EmbeddingProgress } from "@retrieval/core/ports";
import { type Finding, note, ok } from "./finding.js";

/** Whose vectors are looked for, and which documents may be sent to it. */
export interface EmbeddingToCheck {
  readonly model: EmbeddingModel;
  readonly onlyOpen: boolean;
}

/** How far the vectors of meaning are. */
export function embeddingFindings(
  { documents, embedded, kept_back }: EmbeddingProgress,
  { model }: Pick<EmbeddingToCheck, "model">,
): Finding[] {
  const left = documents - embedded - kept_back;
  const what = `${embedded} of ${documents} published documents can be found by meaning (${model.model})`;
  const findings = [
    left === 0
      ? ok(what)
      : note(
          `${what}, and ${left} still need their vectors`,
          "A running service makes them; if the number stays, its log says why.",
        ),
  ];
  if (kept_back > 0)
    findings.push(
      note(
        `${kept_back} of the others are not open to every user, and so are found by words only`,
        "Use a model in your own network, or set MODELS_FOR_RESTRICTED=true if they may be sent out.",
      ),
    );
  return findings;
}
