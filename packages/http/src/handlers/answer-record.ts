import type { AnswersOf, OperationId, Shape } from "@retrieval/api";
import type { QuestionAnswer } from "@retrieval/core/use-cases";
import type { AppDeps } from "../deps.js";
import type { CallerSession } from "../routing/authenticate.js";
import type { AnyRequest } from "../routing/handler.js";
import { type Filters, usageOf } from "./usage-of.js";

/** A question, where it was asked. */
interface Asked {
  readonly question: string;
  readonly filters: Filters;
  readonly operation: OperationId;
}

/**
 * An id for an answer, and what records it: at once in the log and the metrics, and when its question is over in the audit
 * log and the usage. Neither the question nor the answer is recorded: they may be personal.
 */
export function answerRecord(
  { question, filters, operation }: Asked,
  req: AnyRequest["req"],
  session: CallerSession,
  deps: Pick<AppDeps, "answerIds" | "answerAudit" | "metrics" | "newId" | "questions" | "usage">,
) {
  const { token_id } = session;
  const { user_id } = session.user;
  const answer_id = deps.answerIds.give(user_id, deps.newId());
  const record = ({ outcome, model, fits, sources, sentences }: QuestionAnswer) => {
    const cited = sentences.flatMap(({ citations }) => citations);
    const best = sources.find(({ number }) => number === cited[0]?.source);
    const facts = { user_id, outcome, model, chunk_ids: [...new Set(cited.map(({ chunk_id }) => chunk_id))] };
    const answered = { ...facts, answer_id, document_id: best?.doc.id ?? null };
    deps.metrics.answered(facts);
    req.log.info(facts, "a question was answered");
    // Another filter makes another question: its text does not continue the one before.
    deps.questions.ask(`${token_id} ${operation}`, `${JSON.stringify(filters)} ${question.trim()}`, () => {
      deps.answerAudit.answered(answered);
      usageOf(filters, session, deps)?.answered({ ...answered, fits, question });
    });
  };
  return { answer_id, record };
}

/** The body of an answer in the documents' own words. */
export function sentAnswer(
  { sources, sentences, ...end }: QuestionAnswer,
  answer_id: string,
): Shape<AnswersOf<"answerQuestion">[200]["json"]> {
  return {
    ...end,
    written_by: null,
    answer_id,
    sources: [...sources],
    sentences: sentences.map((sentence) => ({ ...sentence, citations: [...sentence.citations] })),
  };
}
