import { type Reader, readerFilter } from "../access/audience.js";
import { coming, inForce, isAfter, versionBefore } from "../documents/life.js";
import type { FoundLife, LifeVersion } from "../documents/readable-lives.js";
import { isRefusal, NO_DOCUMENT, type Refusal, refuse } from "../errors.js";
import { toldVersions } from "../notices/shown-notices.js";
import { findLife, type LifeDeps, mayRead } from "../reference/read-life.js";
import type { ComparableDraft, ComparableVersions } from "./comparable-versions.js";
import { type ComparedArticle, compareTitles } from "./compare.js";
import { compareInSteps } from "./compare-in-steps.js";
import type { LatestComparisons } from "./latest-comparisons.js";

/** What differs between two versions of a document. */
export interface Comparison {
  readonly document_id: string;
  /** null: nothing comes before, so all of the later version was added. */
  readonly from:
    | (Pick<LifeVersion, "number" | "title" | "version" | "effective_from"> & {
        /** Whether it is the version in force today. */
        readonly in_force: boolean;
      })
    | null;
  /** `number` null: the draft. */
  readonly to: Pick<ComparableDraft, "title" | "version" | "effective_from" | "note"> & {
    readonly number: number | null;
  };
  /** The first is the title, with the document_id as its address, where the versions have two. */
  readonly articles: readonly ComparedArticle[];
}

interface ComparisonRequest {
  /** null: the version before `to`. The later one of the two is compared with the earlier one. */
  readonly from: number | null;
  /** null: the version that is to come, else the one in force. */
  readonly to: number | "draft" | null;
  /** Whether the draft is for the caller: only administrators in a session may read it. */
  readonly mayReadDraft: boolean;
}

interface ComparisonDeps extends LifeDeps {
  readonly compared: ComparableVersions;
  readonly comparisons: LatestComparisons;
  /** Lets other work go on; called often in a long comparison. */
  readonly pause: () => Promise<void>;
}

const NO_VERSION = refuse("DOCUMENT_NOT_FOUND", { code: "version.unknown" });

/**
 * Compares two versions that the reader may see: administrators and developers any two, administrators the draft too.
 * Other readers see the version in force, those to come, past ones where the document's history is theirs, and what a
 * notice compares ({@link toldVersions}), which is also the answer for a version with a notice where `from` is not
 * named. No other reader sees a withdrawn version.
 */
export async function compareVersions(
  document_id: string,
  request: ComparisonRequest,
  reader: Reader,
  deps: ComparisonDeps,
): Promise<{ readonly comparison: Comparison; readonly draft_chunks: number | null } | Refusal> {
  const { compared } = deps;
  const filter = readerFilter(reader);
  const life = await findLife(document_id, reader, deps);
  const draft = request.to === "draft" && request.mayReadDraft ? await compared.draft(document_id, filter) : null;
  const pair = isRefusal(life) ? firstOf(draft, life) : pairOf(life, draft, request, reader);
  if (isRefusal(pair)) return pair;
  const { from, to } = pair;
  const chunksOf = ({ revision_id }: LifeVersion | ComparableDraft) =>
    compared.chunks(document_id, revision_id, filter);
  const draftChunks = to.number === null ? await chunksOf(to) : null;
  const compare = async () => {
    const before = from === null ? [] : await chunksOf(from);
    const after = draftChunks ?? (await chunksOf(to));
    if (before === null || after === null) return null;
    const titles = from === null ? [] : compareTitles(document_id, from.title, to.title);
    return [...titles, ...(await compareInSteps(before, after, deps.pause))];
  };
  // The text of a withdrawn version may have been destroyed since: a kept comparison must not show it.
  const isWithdrawn = from?.withdrawn || ("withdrawn" in to && to.withdrawn);
  const articles = await (isWithdrawn
    ? compare()
    : deps.comparisons.of(`${from?.revision_id} ${to.revision_id}`, compare));
  if (articles === null) return NO_DOCUMENT;
  const { number, title, version, effective_from, note } = to;
  const comparison = {
    document_id,
    from: from && {
      ...{ number: from.number, title: from.title, version: from.version, effective_from: from.effective_from },
      in_force: !isRefusal(life) && from === inForce(life, life.day),
    },
    to: { number, title, version, effective_from, note },
    articles,
  };
  return { comparison, draft_chunks: draftChunks?.length ?? null };
}

type ComparedPair = { readonly from: LifeVersion | null; readonly to: LifeVersion | ComparableDraft };

/** A document that was never published has a draft alone. */
const firstOf = (draft: ComparableDraft | null, refusal: Refusal): ComparedPair | Refusal =>
  draft === null ? refusal : { from: null, to: draft };

function pairOf(
  life: FoundLife,
  draft: ComparableDraft | null,
  request: ComparisonRequest,
  reader: Reader,
): ComparedPair | Refusal {
  const { versions, day } = life;
  const isForReader = (version: LifeVersion) => mayRead(version, life, reader);
  if (!versions.some(isForReader)) return NO_DOCUMENT;
  const numbered = (wanted: number) => versions.find(({ number }) => number === wanted);
  const from = request.from === null ? null : numbered(request.from);
  if (from === undefined) return NO_VERSION;
  if (request.to === "draft") return draft === null ? NO_VERSION : { from: from ?? inForce(life, day), to: draft };
  const to = request.to === null ? (coming(life, day) ?? inForce(life, day) ?? versions.at(-1)) : numbered(request.to);
  if (to === undefined) return NO_VERSION;
  const pair = inOrder(from ?? versionBefore(to, versions), to);
  const told = toldVersions(pair.to, life);
  const isVisible = isForReader(pair.to) && (pair.from === null || isForReader(pair.from));
  if (told !== null && (from === null || (!isVisible && pair.from === told.before)))
    return { from: told.before, to: told.after };
  return isVisible ? pair : NO_VERSION;
}

/** The earlier version first, by its day and then by its number. */
function inOrder(one: LifeVersion | null, other: LifeVersion) {
  return one !== null && isAfter(one, other) ? { from: other, to: one } : { from: one, to: other };
}
