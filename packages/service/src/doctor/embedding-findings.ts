import type { EmbeddingModel, EmbeddingProgress } from "@retrieval/core/ports";
import { say } from "../texts/say.js";
import { type Finding, found, note } from "./finding.js";

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
  const what = say("{embedded} of {documents} published documents can be found by meaning ({model})", {
    embedded,
    documents,
    model: model.model,
  });
  const findings = [
    left === 0
      ? found("ok", what)
      : note(
          "{what}, and {left} still need their vectors",
          "A running service makes them; if the number stays, its log says why.",
          { what, left },
        ),
  ];
  if (kept_back > 0)
    findings.push(
      note(
        "{kept_back} of the others are not open to every user, and so are found by words only",
        "Use a model in your own network, or set MODELS_FOR_RESTRICTED=true if they may be sent out.",
        { kept_back },
      ),
    );
  return findings;
}
