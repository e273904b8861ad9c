import { type AccessRules, readAccessRules } from "../access/rules.js";
import { problemWithTitle } from "../look-alikes.js";
import type { Problem } from "../problems.js";
import { TITLE_MAX } from "../text.js";
import { type DocumentFieldName, type DocumentFields, readDocumentFields } from "./document-fields.js";
import { type Enactment, type GivenEnactment, readEnactment } from "./enactment.js";
import { isOriginalChoice, ORIGINAL_CHOICES, type OriginalChoice } from "./original-file.js";

/** The options of an upload's job. */
export interface IngestOptions {
  readonly media_type: string;
  /** null: the document's own title, else its document_id. */
  readonly title: string | null;
  /** null: the date on which it is ingested, or as the published version if that is the same. */
  readonly version: string | null;
  readonly access_rules: AccessRules | null;
  readonly publish: boolean;
  readonly fields: Partial<DocumentFields>;
  /** Absent: the default. */
  readonly original?: OriginalChoice;
  /** Absent in a job from before versions had days. */
  readonly enactment?: Partial<Enactment>;
  /** The sender; null for the service itself. */
  readonly by_user: string | null;
  /** Warnings from the acceptance of the upload; the job's report repeats them. */
  readonly warnings: readonly Problem[];
}

/** The document's fields in an upload, as they were sent; undefined: not given. */
export interface GivenOptions extends Readonly<Partial<Record<DocumentFieldName, unknown>>>, GivenEnactment {
  readonly title?: unknown;
  readonly version?: unknown;
  readonly access_rules?: unknown;
  readonly publish?: unknown;
  readonly original?: unknown;
}

/** @returns the options, or their first problem */
export function readOptions(
  media_type: string,
  { title, version, access_rules, publish = true, original, ...given }: GivenOptions,
): IngestOptions | Problem {
  for (const [name, value] of Object.entries({ title, version })) {
    const problem = value === undefined ? null : problemWithTitle(name, value, TITLE_MAX);
    if (problem !== null) return problem;
  }
  // A null that was meant as a rule must not open the document, as an absent rule could.
  if (access_rules === null) return { code: "upload.rule_null" };
  const rules = access_rules === undefined ? null : readAccessRules(access_rules);
  if (rules !== null && "code" in rules) return rules;
  if (typeof publish !== "boolean") return { code: "field.not_boolean", field: "publish" };
  if (original !== undefined && !isOriginalChoice(original)) {
    return { code: "field.not_one_of", field: "original", values: ORIGINAL_CHOICES };
  }
  const fields = readDocumentFields(given);
  if ("code" in fields) return fields;
  const enactment = readEnactment(given);
  if ("code" in enactment) return enactment;
  return {
    media_type,
    title: (title as string | undefined) ?? null,
    version: (version as string | undefined) ?? null,
    access_rules: rules,
    publish,
    fields,
    ...(original !== undefined && { original }),
    enactment,
    by_user: null,
    warnings: [],
  };
}
