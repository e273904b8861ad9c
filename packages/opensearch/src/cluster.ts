import type { Client } from "@opensearch-project/opensearch";
import { answerOf } from "./answer.js";
import { RefusedRequestError } from "./failures.js";
import { OpenSearchIndex } from "./open-search-index.js";

/** The names of all indexes of the service begin with it, so that its user needs no other ones. */
export const INDEX_PREFIX = "retrieval-";

/** It filters by bitmaps, and compares vectors by Lucene. */
const OLDEST = { major: 2, minor: 19 };

/** What decides how the service uses a cluster. */
export interface ClusterFacts {
  /** Of its oldest node: `2.19.6`. */
  readonly version: string;
  /** Whether each node with data has the k-NN plugin. */
  readonly knn: boolean;
  readonly dataNodes: number;
}

/** The servers are not OpenSearch, or too old. */
export class UnsupportedServerError extends Error {
  override readonly name = "UnsupportedServerError";

  constructor(
    /** `Elasticsearch 8.15.0`, `OpenSearch 2.11.0`; null: something else answers. */
    readonly product: string | null,
  ) {
    const found = product ?? "a program that is not OpenSearch";
    super(`SEARCH_URL leads to ${found}. Use OpenSearch ${OLDEST.major}.${OLDEST.minor} or later.`);
  }
}

/**
 * @throws UnsupportedServerError if the servers can never hold the index
 * @throws UnavailableError while OpenSearch cannot answer, or if the signal comes first
 */
export async function readCluster(client: Client, until: AbortSignal): Promise<ClusterFacts> {
  await checkDistribution(client, until);
  const { nodes } = await answerOf(client.nodes.info({ metric: ["plugins"] }), until);
  const all = Object.values(nodes);
  // A node may tell an older version than its own at /, for the sake of old clients.
  const [version = ""] = all.map((node) => node.version).sort(compareVersions);
  if (compareVersions(version, `${OLDEST.major}.${OLDEST.minor}`) < 0)
    throw new UnsupportedServerError(`OpenSearch ${version}`);
  const withData = all.filter(({ roles }) => roles.includes("data"));
  const knn = withData.every(({ plugins }) => plugins?.some(({ name }) => name === "opensearch-knn"));
  return { version, knn, dataNodes: withData.length };
}

/** What answers at `/`, which has other fields in Elasticsearch, and may be anything in another program. */
interface Introduction {
  readonly version?: { readonly distribution?: string; readonly number?: string };
  readonly tagline?: string;
}

async function checkDistribution(client: Client, until: AbortSignal): Promise<void> {
  const refused = (error: unknown): Introduction => {
    if (error instanceof RefusedRequestError) return {};
    throw error;
  };
  const { version, tagline }: Introduction = await answerOf(client.info(), until).catch(refused);
  if (version?.distribution === "opensearch") return;
  throw new UnsupportedServerError(tagline === "You Know, for Search" ? `Elasticsearch ${version?.number}` : null);
}

const compareVersions = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true });

export type IndexHealth = "green" | "yellow" | "red";

/** Indexes of the service by their names. Red: a shard is away, and searches fail. Yellow: a copy of a shard is away. */
export async function indexHealth(client: Client, until: AbortSignal): Promise<ReadonlyMap<string, IndexHealth>> {
  const health = client.cluster.health({ index: `${INDEX_PREFIX}*`, level: "indices" });
  const { indices = {} } = await answerOf(health, until);
  return new Map(Object.entries(indices).map(([name, { status }]) => [name, status.toLowerCase() as IndexHealth]));
}

/** The share of its disk that is used, by the name of each node with data, from 0 to 1. */
export async function diskUse(client: Client, until: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const { nodes } = await answerOf(client.nodes.stats({ metric: ["fs"] }), until);
  const withData = Object.values(nodes).filter(({ roles }) => roles?.includes("data"));
  return new Map(
    withData.map(({ name, fs }) => {
      const { total_in_bytes: total = 0, available_in_bytes: available = 0 } = fs?.total ?? {};
      return [String(name), total === 0 ? 0 : 1 - Number(available) / Number(total)];
    }),
  );
}

/** What the service does with an index, in this order. */
export type IndexStep = "create" | "add" | "refresh" | "count" | "remove" | "delete";

/**
 * Does with a new index all that the service does, and deletes it.
 *
 * @param uuid ends its name
 * @returns the first step that failed, and why; null: all succeeded
 */
export async function tryIndex(
  client: Client,
  { uuid, knn }: { readonly uuid: string; readonly knn: boolean },
  until: AbortSignal,
): Promise<{ readonly step: IndexStep; readonly error: unknown } | null> {
  const layout = { shards: 1, replicas: 0, dimensions: knn ? 2 : null };
  const index = new OpenSearchIndex(client, `${INDEX_PREFIX}doctor-${uuid}`, layout);
  const steps: readonly (readonly [IndexStep, () => Promise<unknown>])[] = [
    ["create", () => index.create(until)],
    ["add", () => index.claim([{ number: 1, claim: uuid }], until)],
    ["refresh", () => index.refresh(until)],
    ["count", () => index.counts({ numbers: Uint32Array.of(1) }, [{ all: ["doctor"] }], until)],
    ["remove", () => index.remove([1], until)],
    ["delete", () => index.delete(until)],
  ];
  for (const [step, run] of steps) {
    try {
      await run();
    } catch (error) {
      if (step !== "delete") await index.delete(until).catch(() => undefined);
      return { step, error };
    }
  }
  return null;
}
