import { isObject } from "../is-object.js";
import type { Problem } from "../problems.js";

/** May this subject do this to this resource (AuthZEN Authorization API 1.0, section 5)? */
export interface AccessQuestion {
  readonly subject: { readonly type: string; readonly id: string };
  readonly action: { readonly name: string };
  readonly resource: { readonly type: string; readonly id: string };
}

/** The one type of subject, action and resource about which the service decides. */
const DECIDED = { "subject.type": "user", "action.name": "read", "resource.type": "document" } as const;

/** Why no such question is ever answered with true; null: the service decides it. */
export function undecided(subject_type: string, action: string, resource_type: string): Problem | null {
  const asked = { "subject.type": subject_type, "action.name": action, "resource.type": resource_type };
  const field = (Object.keys(DECIDED) as (keyof typeof DECIDED)[]).find((name) => asked[name] !== DECIDED[name]);
  return field === undefined ? null : { code: "field.not_one_of", field, values: [DECIDED[field]] };
}

const FIELDS = { subject: ["type", "id"], action: ["name"], resource: ["type", "id"] } as const;

/**
 * Reads a question of which each part may come from the defaults, whole (section 7.1.1).
 *
 * @returns the question, or its first problem
 */
export function readAccessQuestion(given: unknown, defaults: Partial<AccessQuestion>): AccessQuestion | Problem {
  if (!isObject(given)) return { code: "body.not_object" };
  const question: Record<string, unknown> = { ...defaults, ...given };
  for (const [name, fields] of Object.entries(FIELDS)) {
    const part = question[name];
    if (part === undefined) return { code: "field.required", field: name };
    if (!isObject(part)) return { code: "field.not_object", field: name };
    const faulty = fields.find((field) => typeof part[field] !== "string");
    if (faulty === undefined) continue;
    return { code: part[faulty] === undefined ? "field.required" : "field.not_text", field: `${name}.${faulty}` };
  }
  return question as unknown as AccessQuestion;
}
