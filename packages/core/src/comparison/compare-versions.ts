import { type Reader, readerFilter } from "../access/audience.js";
import { seesEverything } from "../access/role.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";
import { coming, inForce, standing, versionBefore } from "../documents/life.js";
import { isRefusal, NO_DOCUMENT, type Refusal, refuse } from "../errors.js";
import { noticeStanding } from "../notices/shown-notices.js";
import { type AccessWatch, visibleTo } from "../reference/visible-to.js";
import type {
  ComparableDocument,
  ComparableDraft,
  ComparableVersion,
  ComparableVersions,
} from "./comparable-versions.js";
import { type ComparedArticle, compareDocuments } from "./compare.js";
import type { LatestComparisons } from "./latest-comparisons.js";

/** What differs between two versions of a document. */
export interface Comparison {
  readonly document_id: string;
  readonly title: string;
  /** null: nothing comes before, so all of the later version was added. */
  readonly from:
    | (Pick<ComparableVersion, "number" | "version" | "effective_from"> & {
        /** Whether it is the version in force today. */
        readonly in_force: boolean;
      })
    | null;
  /** `number` null: the draft. */
  readonly to: Pick<ComparableDraft, "version" | "effective_from" | "note"> & { readonly number: number | null };
  readonly articles: readonly ComparedArticle[];
}

interface ComparisonRequest {
  /** null: the version before `to`. */
  readonly from: number | null;
  /** null: the version that is to come, else the one in force. */
  readonly to: number | "draft" | null;
  /** Whether the draft is for the caller: it is for nobody but an administrator in a session. */
  readonly mayReadDraft: boolean;
}

interface ComparisonDeps extends AccessWatch {
  readonly compared: ComparableVersions;
  readonly comparisons: LatestComparisons;
  /** `2027-04-01`. */
  readonly today: string;
  /** Lets other work go on; called often in a long comparison. */
  readonly pause: () => Promise<void>;
}

const NO_VERSION = refuse("DOCUMENT_NOT_FOUND", { code: "version.unknown" });
/** How many steps of a comparison, each of about a millisecond at most, are made without a pause. */
const STEPS = 20;

/**
 * Compares two versions that the reader may see: administrators and developers any two, administrators the draft too.
 * Other readers see the version in force, those to come, past ones where the document's history is theirs, and the one
 * before a version that was published with a notice, beside it. A withdrawn version is for nobody else.
 */
export async function compareVersions(
  document_id: string,
  request: ComparisonRequest,
  reader: Reader,
  deps: ComparisonDeps,
): Promise<{ readonly comparison: Comparison; readonly draft_chunks: number | null } | Refusal> {
  const { compared, today } = deps;
  const filter = readerFilter(reader);
  const found = visibleTo(await compared.find(document_id, filter), document_id, reader, deps);
  if (found === null || !isThere(found, request, reader, today)) return NO_DOCUMENT;
  const pair = pairOf(found, request, reader, today);
  if (isRefusal(pair)) return pair;
  const { from, to } = pair;
  const chunksOf = (version: ComparableVersion | ComparableDraft) =>
    compared.chunks(document_id, version.revision, filter);
  const draft = to.number === null ? await chunksOf(to) : null;
  const articles = await deps.comparisons.of(`${from?.revision} ${to.revision}`, async () => {
    const before = from === null ? [] : await chunksOf(from);
    const after = draft ?? (await chunksOf(to));
    return before && after && articlesThatDiffer(before, after, deps.pause);
  });
  if (articles === null) return NO_DOCUMENT;
  const { version, effective_from, note } = to;
  const comparison = {
    document_id,
    title: found.title,
    from: from && {
      number: from.number,
      version: from.version,
      effective_from: from.effective_from,
      in_force: from === inForce(found, today),
    },
    to: { number: to.number, version, effective_from, note },
    articles,
  };
  return { comparison, draft_chunks: draft?.length ?? null };
}

async function articlesThatDiffer(
  before: readonly StructuredChunk[],
  after: readonly StructuredChunk[],
  pause: () => Promise<void>,
): Promise<ComparedArticle[]> {
  const articles: ComparedArticle[] = [];
  let steps = 0;
  for (const part of compareDocuments(before, after)) {
    articles.push(...part);
    steps += 1;
    if (steps % STEPS === 0) await pause();
  }
  return articles;
}

/** A document that is abolished, or has no version yet, is there for those who see everything. */
function isThere(
  found: ComparableDocument,
  { mayReadDraft }: ComparisonRequest,
  { role }: Reader,
  today: string,
): boolean {
  if (found.versions.length === 0) return found.draft !== null && mayReadDraft;
  return seesEverything(role) || inForce(found, today) !== null || coming(found, today) !== null;
}

type ComparedPair = {
  readonly from: ComparableVersion | null;
  readonly to: ComparableVersion | ComparableDraft;
};

function pairOf(
  found: ComparableDocument,
  request: ComparisonRequest,
  reader: Reader,
  today: string,
): ComparedPair | Refusal {
  const { versions, draft } = found;
  const to =
    request.to === "draft"
      ? draft
      : request.to === null
        ? (coming(found, today) ?? inForce(found, today) ?? versions.at(-1))
        : versions.find(({ number }) => number === request.to);
  if (to === null || to === undefined) return NO_VERSION;
  const previous = to.number === null ? inForce(found, today) : versionBefore(to, versions);
  const from = request.from === null ? previous : versions.find(({ number }) => number === request.from);
  if (from === undefined) return NO_VERSION;
  if (to.number === null) return request.mayReadDraft ? { from, to } : NO_VERSION;
  if (seesEverything(reader.role)) return { from, to };
  const isVisible = (version: ComparableVersion) => {
    const is = standing(version, found, today);
    return is === "in_force" || is === "coming" || (is === "past" && found.history === "readers");
  };
  const told = noticeStanding(to, found, today);
  const isTold = from === previous && to.notice !== "none" && (told === "in_force" || told === "coming");
  return isTold || (isVisible(to) && (from === null || isVisible(from))) ? { from, to } : NO_VERSION;
}
