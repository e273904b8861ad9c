/** Whether a text says what a claim says. */
export interface EntailmentJudge {
  /** For the report: how it judges. */
  readonly name: string;
  /** MUST be answered from these texts alone. */
  entails(premise: string, claim: string): Promise<boolean>;
}

/** A sentence of an answer and the texts that it cites. */
export interface CitedSentence {
  readonly text: string;
  readonly cited: readonly string[];
}

/** Of one answer, from 0 to 1. */
export interface CitationScores {
  /** The share of the sentences that all their citations together support. */
  readonly recall: number;
  /** The share of the citations that are relevant; a sentence that is not supported has none. */
  readonly precision: number;
}

/**
 * Citation recall and precision as ALCE defines them (Gao et al. 2023, §4.3). A citation is irrelevant if it does not
 * support its sentence alone, and the others of the sentence support it without this one.
 */
export async function citationScores(
  sentences: readonly CitedSentence[],
  judge: EntailmentJudge,
): Promise<CitationScores> {
  let [supported, relevant, citations] = [0, 0, 0];
  for (const { text, cited } of sentences) {
    citations += cited.length;
    if (cited.length === 0 || !(await judge.entails(joined(cited), text))) continue;
    supported += 1;
    for (const [i, one] of cited.entries()) {
      const others = cited.filter((_, at) => at !== i);
      const isNeeded = others.length === 0 || !(await judge.entails(joined(others), text));
      if (isNeeded || (await judge.entails(one, text))) relevant += 1;
    }
  }
  return {
    recall: sentences.length === 0 ? 0 : supported / sentences.length,
    precision: citations === 0 ? 0 : relevant / citations,
  };
}

const joined = (texts: readonly string[]) => texts.join("\n");
