import type { AnswersOf, OperationId, Shape } from "@retrieval/api";
import type { QuestionAnswer } from "@retrieval/core/use-cases";
import { summedAnswers } from "../answers/questions.js";
import type { AppDeps } from "../deps.js";
import type { CallerSession } from "../routing/authenticate.js";
import type { AnyRequest } from "../routing/handler.js";
import { type Filters, usageOf } from "./usage-of.js";

/** A question, where it was asked. */
interface Asked {
  readonly question: string;
  /** The questions before it, which say what it is about. */
  readonly previous: readonly string[];
  readonly filters: Filters;
  readonly operation: OperationId;
}

/**
 * An id for an answer, and what records it: at once in the log and the metrics, and when its question is over in the audit
 * log and the usage. Neither the question nor the answer is recorded: they may be personal.
 */
export function answerRecord(
  { question, previous, filters, operation }: Asked,
  req: AnyRequest["req"],
  session: CallerSession,
  deps: Pick<AppDeps, "answerIds" | "auditIntake" | "metrics" | "newId" | "questions" | "usage">,
) {
  const { token_id } = session;
  const { user_id } = session.user;
  const answer_id = deps.answerIds.give(user_id, deps.newId());
  // Another filter, or another question before it, makes another question: its text does not continue the last one.
  const text = `${JSON.stringify([filters, previous])} ${question.trim()}`;
  const record = ({ outcome, model, answer }: QuestionAnswer) => {
    const facts = { outcome, model, chunk_ids: [...new Set(answer?.units.map(({ chunk_id }) => chunk_id))] };
    deps.metrics.count("answered", { outcome, model });
    req.log.info({ user_id, ...facts }, "a question was answered");
    const given = { ...facts, answer_id, document_id: answer?.doc.id ?? null };
    deps.questions.ask(`${token_id} ${operation}`, text, given, (answers) => {
      const answered = summedAnswers(answers);
      if (answered !== null) {
        const { document_id, ...details } = answered;
        deps.auditIntake.add({ kind: "question-answered", by_user: user_id, user_id, document_id, details });
      }
      usageOf(filters, session, deps)?.answered({ user_id, question, outcome, model, answers });
    });
  };
  /** For a search without an answer. */
  const recordSearch = (fits: boolean) =>
    deps.questions.ask(`${token_id} without answers`, text, null, () =>
      usageOf(filters, session, deps)?.searched({ user_id, query: question, fits }),
    );
  return { answer_id, record, recordSearch };
}

/** The body of an answer. */
export function sentAnswer(
  { outcome, model, sources, answer }: QuestionAnswer,
  answer_id: string,
  also_searched: readonly string[] = [],
): Shape<AnswersOf<"answerQuestion">[200]["json"]> {
  return {
    outcome,
    model,
    answer_id,
    sources: [...sources],
    also_searched: [...also_searched],
    answer: answer && { ...answer, units: [...answer.units] },
  };
}
