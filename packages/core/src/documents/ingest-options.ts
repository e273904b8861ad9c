import { type AccessRules, readAccessRules } from "../access/rules.js";
import type { Problem } from "../problems.js";
import { problemWithLine, TITLE_MAX } from "../text.js";

/** What an upload's job was asked to do. */
export interface IngestOptions {
  readonly media_type: string;
  /** null: the document's own title, else its document_id. */
  readonly title: string | null;
  /** null: the date on which it is ingested. */
  readonly version: string | null;
  readonly access_rules: AccessRules | null;
  readonly publish: boolean;
  /** Who sent it; null for the service itself. */
  readonly by_user: string | null;
  /** What was found odd when the upload was accepted; the job repeats it. */
  readonly warnings: readonly Problem[];
}

/** What may be said of a document with its upload, as somebody sent it. What is undefined was not said. */
export interface GivenOptions {
  readonly title?: unknown;
  readonly version?: unknown;
  readonly access_rules?: unknown;
  readonly publish?: unknown;
}

/** @returns the options, or their first problem */
export function readOptions(
  media_type: string,
  { title, version, access_rules, publish = true }: GivenOptions,
): IngestOptions | Problem {
  for (const [name, value] of Object.entries({ title, version })) {
    const problem = value === undefined ? null : problemWithLine(name, value, TITLE_MAX);
    if (problem !== null) return problem;
  }
  // A null that was meant as a rule must not open the document like a rule that was not given.
  if (access_rules === null) return { code: "upload.rule_null" };
  const rules = access_rules === undefined ? null : readAccessRules(access_rules);
  if (rules !== null && "code" in rules) return rules;
  if (typeof publish !== "boolean") return { code: "field.not_boolean", field: "publish" };
  return {
    media_type,
    title: (title as string | undefined) ?? null,
    version: (version as string | undefined) ?? null,
    access_rules: rules,
    publish,
    by_user: null,
    warnings: [],
  };
}
