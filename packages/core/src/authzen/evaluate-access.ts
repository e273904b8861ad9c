import { type AccessReason, decideAccess } from "../access/decision.js";
import type { Problem } from "../problems.js";
import type { AccessDirectory } from "./access-directory.js";
import { type AccessQuestion, readAccessQuestion, undecided } from "./access-question.js";

/** How many of several questions are answered (AuthZEN Authorization API 1.0, section 7.1.2.1). */
export const EVALUATION_SEMANTICS = ["execute_all", "deny_on_first_deny", "permit_on_first_permit"] as const;
export type EvaluationSemantic = (typeof EVALUATION_SEMANTICS)[number];

/** A decision with its reasons, in the order of SPEC 5.7; `problems`: why it was not a question about access. */
export interface AccessAnswer {
  readonly decision: boolean;
  readonly context: { readonly reasons: readonly AccessReason[]; readonly problems: readonly Problem[] };
}

interface EvaluationDeps {
  readonly access: Pick<AccessDirectory, "find">;
}

/**
 * Decides by the rules and records of one moment. An unknown or inactive user, an unknown document and a rule that does
 * not allow it are one answer: false, without a reason.
 */
export async function evaluateAccess(question: AccessQuestion, deps: EvaluationDeps): Promise<AccessAnswer> {
  const [answer] = await evaluateAll([question], deps);
  return answer as AccessAnswer;
}

/** @param questions each may be the problem with which it was read: its decision is false */
async function evaluateAll(
  questions: readonly (AccessQuestion | Problem)[],
  { access }: EvaluationDeps,
): Promise<readonly AccessAnswer[]> {
  const read = questions.map((question) => ("code" in question ? question : (problemIn(question) ?? question)));
  const asked = read.filter((question) => !("code" in question)) as AccessQuestion[];
  const ids = (of: "subject" | "resource") => [...new Set(asked.map((question) => question[of].id))];
  const found = await access.find(ids("subject"), ids("resource"));
  const readers = new Map(found.readers.map((reader) => [reader.user_id, reader]));
  const rules = new Map(found.documents.map(({ document_id, access_rules }) => [document_id, access_rules]));
  return read.map((question) => {
    if ("code" in question) return { decision: false, context: { reasons: [], problems: [question] } };
    const [reader, rule] = [readers.get(question.subject.id), rules.get(question.resource.id)];
    const { allowed, reasons } = reader && rule ? decideAccess(reader, rule) : { allowed: false, reasons: [] };
    return { decision: allowed, context: { reasons, problems: [] } };
  });
}

/**
 * Decides several questions.
 *
 * @param given as sent; what one lacks comes from `defaults`
 * @returns as many answers as the semantic gives: it ends with the first denial or permit
 */
export async function evaluateEach(
  given: readonly unknown[],
  defaults: Partial<AccessQuestion>,
  semantic: EvaluationSemantic,
  deps: EvaluationDeps,
): Promise<readonly AccessAnswer[]> {
  const questions = given.map((one, i) => {
    const question = readAccessQuestion(one, defaults);
    return "code" in question ? { ...question, at: `evaluations[${i}]` } : question;
  });
  const answers = await evaluateAll(questions, deps);
  if (semantic === "execute_all") return answers;
  const last = answers.findIndex(({ decision }) => decision === (semantic === "permit_on_first_permit"));
  return last < 0 ? answers : answers.slice(0, last + 1);
}

const problemIn = ({ subject, action, resource }: AccessQuestion) =>
  undecided(subject.type, action.name, resource.type);
