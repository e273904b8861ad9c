import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ConnectionError, type JsonOf, RefusalError, type ReplyOf } from "@retrieval/api/client";
import type { AccessRules } from "@retrieval/core";
import { DOCUMENTS_PER_PLAN, type NoticeKind, type OriginalChoice, STRUCTURED_CHUNKS } from "@retrieval/core/limits";
import { hasEnded } from "@retrieval/core/ports";
import { refusesCaller } from "../../client/failures.js";
import { type PlainText, say } from "../../texts/say.js";
import { table } from "./columns.js";
import { type Context, errorDocument, refusalText } from "./command.js";
import { type DocumentFile, findDocumentFiles, type ID_SOURCES, type SkippedPath } from "./document-files.js";
import { readLocalFile } from "./local-file.js";
import { abolishLeft, findLeft, type PruneFlags } from "./prune-documents.js";
import { parseRule, ruleText } from "./rule-text.js";
import type { ExitCode } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export interface IngestFlags extends PruneFlags {
  readonly id?: string;
  readonly idFrom?: (typeof ID_SOURCES)[number];
  readonly title?: string;
  readonly version?: string;
  readonly access?: string;
  readonly draft?: boolean;
  readonly original?: OriginalChoice;
  readonly effectiveFrom?: string;
  readonly notice?: NoticeKind;
  readonly confirmBy?: string;
  readonly note?: string;
  readonly dryRun?: boolean;
}

type Job = ReplyOf<"readJob">["body"];
type Planned = JsonOf<"planUploads">["items"][number];

/** What became of a file: its job, or why there is none; `problem` says why nothing was saved. */
interface Ending {
  readonly file: DocumentFile;
  readonly job: Job | null;
  readonly failure: Error | null;
  readonly problem: string | null;
}

/** The service reads two documents at once. */
const LANES = 2;

/** Sends the files, two at once; a failing file does not stop the others. */
export async function ingestDocuments(
  context: Context,
  flags: IngestFlags,
  paths: readonly string[],
): Promise<ExitCode> {
  const { client, output, language } = context;
  const access_rules = flags.access === undefined ? undefined : parseRule(flags.access, language);
  const found = await findDocumentFiles(paths, flags);
  const { files, skipped } = found;
  if (flags.title !== undefined && files.length > 1) throw new UsageError(say("--title is for a single file."));
  if (files.length === 0) throw new UsageError(say("There is no document to ingest."), table(skippedRows(skipped)));

  const { four_eyes } = (await client.readConfiguration()).body;
  if (four_eyes && flags.prune && !flags.dryRun)
    throw new UsageError(
      say(
        "With FOUR_EYES=true, --prune abolishes nothing, because no second administrator would see it. Nothing was sent. List the documents with --dry-run, abolish them on their pages, and send the folder without --prune.",
      ),
    );
  const left = await findLeft(client, found, flags);
  for (const document_id of left)
    output.note(say("{document_id}: has no file any more and will be abolished", { document_id }));
  const isList = files.length + skipped.length > 1;
  if (isList && !flags.draft) for (const line of await plannedLines(client, files, access_rules)) output.note(line);
  if (flags.dryRun) {
    output.lines(table([...files.map(({ path, document_id }) => [path, document_id]), ...skippedRows(skipped)]));
    output.document({ documents: files, left, skipped });
    return 0;
  }
  const endings: Ending[] = [];
  const waiting = [...files.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const ending = await ingest(context, next[1], aboutIt(flags, access_rules));
      endings[next[0]] = ending;
      if (ending.job === null || ending.problem !== null) output.note(`${ending.file.path}: ${ending.problem}`);
      else output.line(resultLine(ending.file, ending.job, four_eyes));
    }
  };
  // After a failure that is not the file's own, no further file is sent.
  await Promise.all(Array.from({ length: LANES }, lane)).finally(() => waiting.splice(0));

  for (const line of warningLines(endings)) output.note(line);
  if (isList) output.lines(summaryLines(endings, skipped));
  const reached = await reachedBy(client, endings);
  output.lines([
    ...countLines("published for", textsOf(endings, reached, false)),
    ...countLines("saved as draft for", textsOf(endings, reached, true)),
  ]);
  for (const warning of await ruleWarnings(client, endings, reached)) output.warning(warning);
  const failed = endings.filter((ending) => resultOf(ending) === "failed").length;
  if (failed > 0 && left.length > 0) output.warning(say("A file failed, so nothing was abolished."));
  const abolished = failed > 0 ? [] : await abolishLeft(context, left, flags);
  output.document({ documents: endings.map((ending) => documentOf(ending, reached)), failed, skipped, abolished });
  return failed > 0 || abolished.length < left.length ? 1 : 0;
}

async function ingest(
  { client, terminal }: Context,
  file: DocumentFile,
  about: ReturnType<typeof aboutIt>,
): Promise<Ending> {
  try {
    const bytes = await readLocalFile(file.path, terminal);
    if (bytes.byteLength === 0) throw new UsageError(say("the file is empty. Nothing was sent."));
    const { document_id, mediaType: type } = file;
    const { access_rules: rule } = about;
    const isStructured = type === STRUCTURED_CHUNKS;
    const query = isStructured ? {} : { ...about, access_rules: rule && JSON.stringify(rule) };
    const body = isStructured ? withFields(bytes, about) : bytes;
    const { job_id } = (await client.uploadDocument({ document_id, ...query, body, type })).body;
    const job = await ended(client, job_id, terminal.now);
    const cancelled = job.state === "cancelled" ? say("the upload was cancelled; nothing was changed") : null;
    return { file, job, failure: null, problem: cancelled ?? (job.error && inCommands(job.error)) };
  } catch (failure) {
    if (failure instanceof RefusalError && !refusesCaller(failure))
      return { file, job: null, failure, problem: inCommands(refusalText(failure)) };
    if (failure instanceof UsageError) return { file, job: null, failure, problem: failure.message };
    throw failure;
  }
}

/** Pauses between two looks at a job, in milliseconds: a short one ends quickly, a long one costs few calls. */
const PAUSE = { first: 50, factor: 1.5, longest: 1_000 };

/** How long the service may be away while it has a job, in milliseconds; most likely it restarts. */
const AWAY_MS = 60_000;

async function ended(client: Client, job_id: string, now: () => number): Promise<Job> {
  let heard = now();
  for (let pause = PAUSE.first; ; pause = Math.min(pause * PAUSE.factor, PAUSE.longest)) {
    try {
      const { body: job } = await client.readJob({ job_id });
      if (hasEnded(job.state)) return job;
      heard = now();
    } catch (error) {
      if (!(error instanceof ConnectionError) || now() - heard >= AWAY_MS) throw error;
    }
    await sleep(pause);
  }
}

function aboutIt({ draft, ...flags }: IngestFlags, access_rules: AccessRules | undefined) {
  const {
    title,
    version,
    original,
    source,
    notice,
    note,
    effectiveFrom: effective_from,
    confirmBy: confirm_by,
  } = flags;
  const enactment = { effective_from, notice, confirm_by, note };
  return { title, version, publish: draft !== true, access_rules, original, source, ...enactment };
}

/**
 * Structured chunks have the document's fields in their own JSON, and only there, so the command line's are written into
 * it. The service reports a file that is not JSON.
 */
function withFields(bytes: Uint8Array, { publish, original: _, ...fields }: ReturnType<typeof aboutIt>) {
  try {
    const own = JSON.parse(new TextDecoder().decode(bytes)) as object;
    const flags = { ...fields, ...(publish ? {} : { publish }) };
    // As JSON, because a flag that is not given must not replace the file's own field.
    return new TextEncoder().encode(JSON.stringify({ ...own, ...JSON.parse(JSON.stringify(flags)) }));
  } catch {
    return bytes;
  }
}

/** Replaces the API's advice by that of the command line. */
const inCommands = (text: string) => text.replace("use DELETE", "use retrieval call deleteDocument");

/** What uploads of these documents would be, and who would read them. */
async function plansOf(
  client: Client,
  documents: readonly { readonly document_id: string; readonly publish?: boolean }[],
): Promise<ReadonlyMap<string, Planned>> {
  const plans = new Map<string, Planned>();
  for (let done = 0; done < documents.length; done += DOCUMENTS_PER_PLAN) {
    const body = { documents: documents.slice(done, done + DOCUMENTS_PER_PLAN) };
    for (const plan of (await client.planUploads({ body })).body.items) plans.set(plan.document_id, plan);
  }
  return plans;
}

/** Whom the files will be published to, before anything is sent. */
async function plannedLines(
  client: Client,
  files: readonly DocumentFile[],
  access_rules: AccessRules | undefined,
): Promise<string[]> {
  const unruled = access_rules === undefined ? files.filter(({ mediaType }) => mediaType !== STRUCTURED_CHUNKS) : [];
  const plans = await plansOf(
    client,
    unruled.map(({ document_id }) => ({ document_id })),
  );
  const other = access_rules ? ruleText(access_rules) : say("whom the file says, unless it asks for a draft");
  const texts = files.map(({ document_id }) => {
    const plan = plans.get(document_id);
    return plan === undefined ? other : (readersText(plan) ?? `${plan.error}`);
  });
  return [...countLines("to publish for", texts), say("Use --draft to review them before readers see them.")];
}

const isSaved = ({ job, problem }: Ending) => job !== null && problem === null && !job.unchanged;

/** The documents that were published or saved as drafts, with their readers. */
async function reachedBy(client: Client, endings: readonly Ending[]): Promise<ReadonlyMap<string, Planned>> {
  const saved = endings.filter(isSaved).map(({ file, job }) => ({
    document_id: file.document_id,
    publish: job?.draft !== true,
  }));
  const plans = await plansOf(client, saved);
  // Of a draft that is gone, a later change has taken effect first.
  const isGone = ({ document_id, publish }: (typeof saved)[number]) => !publish && !plans.get(document_id)?.draft;
  const gone = new Set(saved.filter(isGone).map(({ document_id }) => document_id));
  return new Map([...plans].filter(([document_id]) => !gone.has(document_id)));
}

/** `everyone (281 users)` */
const readersText = ({ publication }: Planned) =>
  publication && `${ruleText(publication.access_rules)} (${say("{n} user(s)", { n: publication.readers.after })})`;

const textsOf = (endings: readonly Ending[], reached: ReadonlyMap<string, Planned>, draft: boolean) =>
  endings.flatMap(({ file, job }) => {
    const plan = job?.draft === draft ? reached.get(file.document_id) : undefined;
    return (plan && readersText(plan)) ?? [];
  });

/** `24 documents published for: everyone (281 users)`: a line for each of the texts, the most frequent first. */
function countLines(what: PlainText, texts: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .map(([text, n]) => `${say("{n} document(s)", { n })} ${say(what)}: ${text}`);
}

/** Names in the rules in force that no user, department or group has; each rule is asked for once. */
async function ruleWarnings(
  client: Client,
  endings: readonly Ending[],
  reached: ReadonlyMap<string, Planned>,
): Promise<ReadonlySet<string>> {
  const published = endings.filter((ending) => isSaved(ending) && ending.job?.draft === false);
  const byRule = new Map(
    published.map(({ file: { document_id } }) => [
      JSON.stringify(reached.get(document_id)?.publication?.access_rules),
      document_id,
    ]),
  );
  const warnings = new Set<string>();
  for (const document_id of byRule.values()) {
    const { body } = await client.readAccessRules({ document_id });
    for (const { message } of body?.warnings ?? []) warnings.add(message);
  }
  return warnings;
}

/** How many documents a line of warnings names. */
const NAMES_MAX = 3;

/** A line for each kind of warning, with the documents that have it. */
function warningLines(endings: readonly Ending[]): string[] {
  const kinds = new Map<string, { readonly message: string; readonly names: Set<string> }>();
  for (const { file, job } of endings) {
    for (const { message, problem } of job?.warnings ?? []) {
      const kind = kinds.get(problem.code) ?? { message, names: new Set() };
      kinds.set(problem.code, kind);
      kind.names.add(file.document_id);
    }
  }
  return [...kinds.values()].map(({ message, names }) => {
    const [first = "", ...others] = names;
    if (others.length === 0) return `  ${first}: ${message}`;
    const shown = others.slice(0, NAMES_MAX).join(", ") + (others.length > NAMES_MAX ? " …" : "");
    return `  ${first}: ${message}${say("; documents with the same warning: {count} ({names})", { count: others.length, names: shown })}`;
  });
}

/** What became of a file's document. */
function resultOf({ job, problem }: Ending): "new" | "changed" | "unchanged" | "failed" {
  if (job === null || problem !== null) return "failed";
  const { added = 0, changed = 0, removed = 0, unchanged = 0 } = job.changes ?? {};
  // Without any chunks, a later upload took effect first.
  const isSame = job.unchanged || job.draft || unchanged === 0;
  if (added + changed + removed === 0 && isSame) return "unchanged";
  return changed + removed + unchanged === 0 ? "new" : "changed";
}

const skippedRows = (skipped: readonly SkippedPath[]) =>
  skipped.map(({ path, reason }) => [say("skipped"), path, reason]);

/** A line for each file, and the totals. */
function summaryLines(endings: readonly Ending[], skipped: readonly SkippedPath[]): string[] {
  const results = endings.map(resultOf);
  const count = (result: ReturnType<typeof resultOf>) => results.filter((each) => each === result).length;
  const failed = count("failed");
  const rows = endings.map((ending) => [say(resultOf(ending)), ending.file.path, ending.file.document_id]);
  const total = say(
    "{ingested} ingested ({created} new, {changed} changed, {unchanged} unchanged), {failed} failed, {skipped} skipped",
    {
      ingested: results.length - failed,
      ...{ created: count("new"), changed: count("changed"), unchanged: count("unchanged") },
      ...{ failed, skipped: skipped.length },
    },
  );
  return ["", ...table([...rows, ...skippedRows(skipped)]), "", total];
}

function documentOf(ending: Ending, reached: ReadonlyMap<string, Planned>): object {
  const { file, job, failure } = ending;
  const about = { path: file.path, document_id: file.document_id, result: resultOf(ending) };
  if (job === null) return { ...about, state: "failed", error: failure && errorDocument(failure) };
  const { job_id, state, changes, warnings, error, problems } = job;
  const readers = reached.get(file.document_id)?.publication?.readers ?? null;
  return { ...about, job_id, state, draft: job.draft && state === "done", changes, warnings, error, problems, readers };
}

function resultLine(
  { path, document_id }: DocumentFile,
  { accepted, draft, unchanged: stays, changes }: Job,
  four_eyes: boolean,
): string {
  const { added = 0, changed = 0, removed = 0, unchanged = 0 } = changes ?? {};
  const what = say("{added} added, {changed} changed, {removed} removed, {unchanged} unchanged", {
    ...{ added, changed, removed, unchanged },
  });
  const operation = four_eyes ? "approveDraft" : "publishDraft";
  const command = `retrieval call ${operation} --document_id ${document_id} --if-match '"${accepted}"'`;
  const publish = four_eyes
    ? say("; saved as a draft, which another administrator publishes with: {command}", { command })
    : say("; saved as a draft; publish with: {command}", { command });
  const waits = draft ? publish : "";
  return `${path} -> ${document_id}: ${what}${waits}${stays ? say("; nothing was published, the version stays") : ""}`;
}
