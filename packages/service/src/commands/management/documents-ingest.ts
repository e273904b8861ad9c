import { RefusalError, type ReplyOf } from "@retrieval/api/client";
import type { AccessRules } from "@retrieval/core";
import { DOCUMENTS_PER_PLAN, type OriginalChoice, STRUCTURED_CHUNKS } from "@retrieval/core/limits";
import type { PublicationPreview } from "@retrieval/core/use-cases";
import { refusesCaller } from "../../client/failures.js";
import { follow, StalledError } from "../../client/follow.js";
import { LONG_TIMEOUT_MS } from "../../client/time-limits.js";
import { say } from "../../texts/say.js";
import { table } from "./columns.js";
import { type Context, errorDocument, refusalText } from "./command.js";
import { type DocumentFile, findDocumentFiles, type ID_SOURCES, type SkippedPath } from "./document-files.js";
import { inLanes } from "./in-lanes.js";
import { readLocalFile } from "./local-file.js";
import { sharedBar } from "./progress.js";
import { countLines, readersText } from "./publication-lines.js";
import { type RuleEffect, RuleWatch, readerLine, ruleChangeLines, sayRuleWarnings } from "./rule-effect.js";
import { parseRule, ruleText } from "./rule-text.js";
import type { ExitCode } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export interface IngestFlags {
  readonly id?: string;
  readonly idFrom?: (typeof ID_SOURCES)[number];
  readonly title?: string;
  readonly version?: string;
  readonly access?: string;
  readonly draft?: boolean;
  readonly original?: OriginalChoice;
}

type Job = ReplyOf<"readJob">["body"];

type Ending =
  | {
      readonly job: Job;
      readonly effect: RuleEffect | null;
      /** null if nothing was published or saved. */
      readonly preview: PublicationPreview | null;
    }
  | { readonly failure: Error };

/** What became of a file's document. */
type Result = "new" | "changed" | "unchanged" | "failed";
type FileResult = DocumentFile & { readonly result: Result };

/** The service reads two documents at once. */
const LANES = 2;

/** Sends the files, two at once, and reports them in their order; a failing file does not stop the others. */
export async function ingestDocuments(
  context: Context,
  flags: IngestFlags,
  paths: readonly string[],
): Promise<ExitCode> {
  const { output, terminal, language } = context;
  const access_rules = flags.access === undefined ? undefined : parseRule(flags.access, language);
  const { files, skipped } = await findDocumentFiles(paths, flags);
  if (flags.title !== undefined && files.length > 1) throw new UsageError(say("--title is for a single file."));
  if (files.length === 0) {
    throw new UsageError(say("There is no document to ingest."), table(skippedRows(skipped)));
  }

  const isList = files.length + skipped.length > 1;
  if (isList && !flags.draft) {
    for (const line of await plannedLines(context.client, files, access_rules)) output.note(line);
  }
  const rules = new RuleWatch(context.client);
  const about = aboutIt(flags, access_rules);
  const label = files.length > 1 ? say("{count} documents", { count: files.length }) : (files[0]?.document_id ?? "");
  const bar = sharedBar(terminal, label, files.length);
  const report = { results: [] as FileResult[], endings: [] as Ending[], documents: [] as object[] };
  await inLanes(
    LANES,
    files,
    async (file, i) => {
      const ending = await ingest(context, rules, file, about, (share) => bar.show(i, share));
      bar.show(i, 1);
      return ending;
    },
    (file, ending) =>
      bar.pause(() => {
        const problem = problemOf(ending);
        if (problem !== null) output.note(`${file.path}: ${problem}`);
        else if ("job" in ending) printResult(context, file, ending, { isList });
        const result = resultOf(ending, problem);
        report.endings.push(ending);
        report.results.push({ ...file, result });
        report.documents.push({ path: file.path, document_id: file.document_id, result, ...documentOf(ending) });
      }),
  ).finally(bar.end);

  const { results, endings, documents } = report;
  if (isList) for (const line of warningLines(files, endings)) output.note(line);
  sayRuleWarnings(
    output,
    endings.flatMap((ending) => ("job" in ending && problemOf(ending) === null ? (ending.effect ?? []) : [])),
  );
  const failed = results.filter(({ result }) => result === "failed").length;
  if (isList) output.lines([...summaryLines(results, skipped), ...reachedLines(endings)]);
  output.document({ documents, failed, skipped });
  return failed > 0 ? 1 : 0;
}

/** How many documents a line of warnings names. */
const NAMES_MAX = 3;

/** A line for each kind of warning, with the documents that have it. */
function warningLines(files: readonly DocumentFile[], endings: readonly Ending[]): string[] {
  const kinds = new Map<string, { readonly message: string; readonly names: Set<string> }>();
  for (const [i, ending] of endings.entries()) {
    for (const { message, problem } of warningsOf(ending)) {
      const kind = kinds.get(problem.code) ?? { message, names: new Set() };
      kinds.set(problem.code, kind);
      kind.names.add(files[i]?.document_id ?? "");
    }
  }
  return [...kinds.values()].map(({ message, names }) => {
    const [first = "", ...others] = names;
    if (others.length === 0) return `  ${first}: ${message}`;
    const shown = others.slice(0, NAMES_MAX).join(", ") + (others.length > NAMES_MAX ? " …" : "");
    return `  ${first}: ${message}${say("; {count} more documents have such a warning: {names}", { count: others.length, names: shown })}`;
  });
}

/** The warnings of a document that nothing else has said. */
function warningsOf(ending: Ending): Job["warnings"] {
  if ("failure" in ending) return [];
  // The lines of the rule have said it, with its effect.
  return ending.job.warnings.filter(
    ({ problem }) => ending.effect === null || problem.code !== "version.rule_replaced",
  );
}

function resultOf(ending: Ending, problem: string | null): Result {
  if (problem !== null || "failure" in ending) return "failed";
  const { added = 0, changed = 0, removed = 0, unchanged = 0 } = ending.job.changes ?? {};
  const { job } = ending;
  // Without any chunks, a later upload took effect first.
  const isSame = job.unchanged || job.draft || unchanged === 0;
  if (added + changed + removed === 0 && isSame) return "unchanged";
  return changed + removed + unchanged === 0 ? "new" : "changed";
}

const skippedRows = (skipped: readonly SkippedPath[]) =>
  skipped.map(({ path, reason }) => [say("skipped"), path, reason]);

/** A line for each file, and the totals. */
function summaryLines(results: readonly FileResult[], skipped: readonly SkippedPath[]): string[] {
  const count = (result: Result) => results.filter((each) => each.result === result).length;
  const failed = count("failed");
  const rows = [
    ...results.map(({ result, path, document_id }) => [say(result), path, document_id]),
    ...skippedRows(skipped),
  ];
  const totals = {
    ingested: results.length - failed,
    ...{ created: count("new"), changed: count("changed"), unchanged: count("unchanged") },
    ...{ failed, skipped: skipped.length },
  };
  const total = say(
    "{ingested} ingested ({created} new, {changed} changed, {unchanged} unchanged), {failed} failed, {skipped} skipped",
    totals,
  );
  return ["", ...table(rows), "", total];
}

/** Whom the files will be published to, before anything is sent. */
async function plannedLines(
  client: Context["client"],
  files: readonly DocumentFile[],
  access_rules: AccessRules | undefined,
): Promise<string[]> {
  const planned = new Map<string, string>();
  const unruled = access_rules === undefined ? files.filter(({ mediaType }) => mediaType !== STRUCTURED_CHUNKS) : [];
  for (let done = 0; done < unruled.length; done += DOCUMENTS_PER_PLAN) {
    const documents = unruled.slice(done, done + DOCUMENTS_PER_PLAN).map(({ document_id }) => ({ document_id }));
    const { items } = (await client.planUploads({ body: { documents } })).body;
    for (const { document_id, publication, error } of items) {
      planned.set(document_id, publication ? readersText(publication) : `${error}`);
    }
  }
  const other = access_rules ? ruleText(access_rules) : say("whom the file says, unless it asks for a draft");
  const texts = files.map(({ document_id }) => planned.get(document_id) ?? other);
  return [
    ...countLines("will be published at once for", texts),
    say("Use --draft to review them before readers see them."),
  ];
}

/** Whom the documents are published to. */
function reachedLines(endings: readonly Ending[]): string[] {
  const reached = endings.flatMap((ending) =>
    "job" in ending && ending.preview ? [{ draft: ending.job.draft, text: readersText(ending.preview) }] : [],
  );
  const texts = (draft: boolean) => reached.filter((each) => each.draft === draft).map(({ text }) => text);
  return [...countLines("published for", texts(false)), ...countLines("saved as draft for", texts(true))];
}

async function ingest(
  { client, terminal }: Context,
  rules: RuleWatch,
  file: DocumentFile,
  about: ReturnType<typeof aboutIt>,
  onProgress: (share: number) => void,
): Promise<Ending> {
  try {
    const bytes = await readLocalFile(file.path, terminal);
    if (bytes.byteLength === 0) throw new UsageError(say("the file is empty. Nothing was sent."));
    const { document_id, mediaType: type } = file;
    const { access_rules } = about;
    const [body, rule] = type === STRUCTURED_CHUNKS ? withFields(bytes, about) : [bytes, access_rules];
    const statesRule = rule !== undefined;
    const earlier = statesRule ? await rules.newest(document_id) : null;
    const query = type === STRUCTURED_CHUNKS ? {} : { ...about, access_rules: rule && JSON.stringify(rule) };
    const call = { document_id, ...query, body, type, timeoutMs: LONG_TIMEOUT_MS };
    const { job_id } = (await client.uploadDocument(call)).body;
    const job = await follow(async () => (await client.readJob({ job_id })).body, onProgress, terminal.now);
    // A draft's rule takes effect when the draft is published.
    const effect = statesRule && !job.draft && job.state === "done" ? await rules.effect(document_id, earlier) : null;
    const preview = job.state === "done" && !job.unchanged ? await readersOf(client, document_id, job.draft) : null;
    return { job, effect, preview };
  } catch (failure) {
    const ownFault = failure instanceof RefusalError && !refusesCaller(failure);
    if (ownFault || failure instanceof UsageError || failure instanceof StalledError) return { failure };
    throw failure;
  }
}

/** @returns null if a later change took effect first and the draft no longer exists */
async function readersOf(client: Context["client"], document_id: string, draft: boolean) {
  const { body } = await client.planUploads({ body: { documents: [{ document_id, publish: !draft }] } });
  const [planned] = body.items;
  return draft && !planned?.draft ? null : (planned?.publication ?? null);
}

function aboutIt({ title, version, draft, original }: IngestFlags, access_rules: AccessRules | undefined) {
  return { title, version, publish: draft !== true, access_rules, original };
}

/**
 * Structured chunks have the document's fields in their own JSON, and only there, so the command line's are written into
 * it. The service reports a file that is not JSON.
 * @returns the body and its access rule
 */
function withFields(bytes: Uint8Array, { title, version, access_rules, publish }: ReturnType<typeof aboutIt>) {
  try {
    const own = JSON.parse(new TextDecoder().decode(bytes)) as object;
    const flags = { title, version, access_rules, ...(publish ? {} : { publish }) };
    // As JSON, because a flag that is not given must not replace the file's own field.
    const fields = { ...own, ...JSON.parse(JSON.stringify(flags)) };
    return [new TextEncoder().encode(JSON.stringify(fields)), fields.access_rules] as const;
  } catch {
    return [bytes, undefined] as const;
  }
}

function problemOf(ending: Ending): string | null {
  if ("job" in ending && ending.job.state === "cancelled") return say("the upload was cancelled; nothing was changed");
  if ("job" in ending) return inCommands(ending.job.error);
  const { failure } = ending;
  return inCommands(failure instanceof RefusalError ? refusalText(failure) : failure.message);
}

/** Replaces the API's advice by that of the command line. */
function inCommands<Said extends string | null>(said: Said): Said | string {
  return said?.replace("use DELETE", "use retrieval call deleteDocument") ?? said;
}

function documentOf(ending: Ending): object {
  if ("failure" in ending) return { state: "failed", error: errorDocument(ending.failure) };
  const { job_id, state, changes, warnings, error, problems } = ending.job;
  const draft = ending.job.draft && state === "done";
  const readers = ending.preview?.readers ?? null;
  return { job_id, state, draft, changes, warnings, error, problems, readers, ...ending.effect };
}

function printResult(
  { output }: Context,
  { path, document_id }: DocumentFile,
  ending: Exclude<Ending, { failure: Error }>,
  { isList }: { readonly isList: boolean },
): void {
  const { job, effect, preview } = ending;
  const waits = job.draft
    ? say("; saved as a draft; publish with: retrieval call publishDraft --document_id {document_id}", { document_id })
    : "";
  const stays = job.unchanged ? say("; nothing was published, the version stays") : "";
  output.line(`${path} -> ${document_id}: ${changesText(job.changes)}${waits}${stays}`);
  if (effect !== null) output.lines(ruleChangeLines(effect));
  if (preview !== null) output.line(readerLine(preview, job.draft));
  if (isList) return;
  for (const { message } of warningsOf(ending)) output.note(`  ${document_id}: ${message}`);
}

function changesText(changes: Job["changes"]): string {
  const { added = 0, changed = 0, removed = 0, unchanged = 0 } = changes ?? {};
  return say("{added} added, {changed} changed, {removed} removed, {unchanged} unchanged", {
    ...{ added, changed, removed, unchanged },
  });
}
