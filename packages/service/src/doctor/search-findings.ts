import { randomUUID } from "node:crypto";
import {
  type AwayReason,
  type ClusterFacts,
  createClient,
  diskUse,
  INDEX_PREFIX,
  indexHealth,
  OpenSearchAwayError,
  RefusedRequestError,
  readCluster,
  tryIndex,
  UnsupportedServerError,
} from "@retrieval/opensearch";
import type { SearchServers, Settings } from "../settings/settings.js";
import { type PlainText, say } from "../texts/say.js";
import { type Finding, found, note, ok, wrong } from "./finding.js";
import { networkProblem } from "./network-problem.js";

/** How long an answer may take, and all that is done with a new index, in milliseconds. */
const ANSWER_WITHIN = 5_000;
const TRY_WITHIN = 30_000;

/** Where OpenSearch moves shards away from a node, and where it stops writes, unless its settings say otherwise. */
const DISK = { high: 0.9, flood: 0.95 };

type Client = ReturnType<typeof createClient>;
type Used = Pick<Settings, "SEARCH_REPLICAS" | "MEANING">;

/** Reaches each server of SEARCH_URL, and does with a new index there what the service does with its own. */
export async function searchFindings(servers: SearchServers, settings: Used): Promise<Finding[]> {
  const reached = await Promise.all(
    servers.urls.map((url) => withClient({ ...servers, urls: [url] }, (client) => reach(client, url, servers))),
  );
  const findings = reached.map(({ finding }) => finding);
  const [first] = reached.filter(({ facts }) => facts !== null);
  if (!first?.facts) return findings;
  const { facts, url } = first;
  const inside = await withClient({ ...servers, urls: [url] }, async (client) => {
    try {
      return await look(client, facts, settings);
    } catch (error) {
      return [problem(error, url, servers)];
    }
  });
  return [...findings, ...inside];
}

async function withClient<Result>(servers: SearchServers, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = createClient(servers);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const soon = () => AbortSignal.timeout(ANSWER_WITHIN);
const named = (url: string) => say("OpenSearch at {host}", { host: new URL(url).host });

async function reach(client: Client, url: string, servers: SearchServers) {
  try {
    const facts = await readCluster(client, soon());
    const { version, dataNodes } = facts;
    const values = { opensearch: named(url), version, dataNodes };
    return {
      url,
      facts,
      finding: ok("{opensearch} answers: version {version}, {dataNodes} node(s) with data", values),
    };
  } catch (error) {
    return { url, facts: null, finding: problem(error, url, servers) };
  }
}

async function look(client: Client, facts: ClusterFacts, settings: Used): Promise<Finding[]> {
  const fits = settings.SEARCH_REPLICAS < facts.dataNodes;
  return [
    ...pluginFindings(facts, settings),
    ...(fits ? [] : [replicasFinding(facts, settings)]),
    ...diskFindings(await diskUse(client, soon())),
    ...healthFindings(await indexHealth(client, soon()), fits),
    await rightsFinding(client, facts),
  ];
}

function pluginFindings({ knn }: ClusterFacts, { MEANING }: Used): Finding[] {
  if (knn || MEANING === "off") return [];
  return [
    note(
      "a node with data lacks the plugin opensearch-knn: meaning orders what words find, and finds nothing more",
      "Install it on each node with data. Nothing else is missing without it.",
    ),
  ];
}

function replicasFinding({ dataNodes }: ClusterFacts, { SEARCH_REPLICAS: replicas }: Used): Finding {
  const most = Math.max(0, dataNodes - 1);
  return note(
    "SEARCH_REPLICAS is {replicas}, and {dataNodes} node(s) with data can hold {most}: a new index stays yellow",
    "Set SEARCH_REPLICAS={most}, or add nodes.",
    { replicas, dataNodes, most },
  );
}

function diskFindings(use: ReadonlyMap<string, number>): Finding[] {
  const full = [...use].filter(([, used]) => used >= DISK.high);
  return full.map(([node, used]) =>
    found(
      used < DISK.flood ? "note" : "wrong",
      say("the disk of the OpenSearch node {node} is {percent} % full", { node, percent: Math.floor(100 * used) }),
      say("Free space there, or add a node: at 95 % OpenSearch stops writes, unless its settings say otherwise."),
    ),
  );
}

/** @param fits whether there are nodes for all copies */
function healthFindings(health: ReadonlyMap<string, string>, fits: boolean): Finding[] {
  return [...health].flatMap(([name, status]) => {
    if (status === "red")
      return wrong(
        "the index {name} is red: one of its shards is on no node, and searches fail",
        "Start the node that had it. If its data is lost, delete the index: the service makes another one.",
        { name },
      );
    if (status === "green" || !fits) return [];
    return note(
      "the index {name} is yellow: a copy of one of its shards is on no node",
      "Results are complete. Start the node that had it, or wait until OpenSearch has copied it.",
      { name },
    );
  });
}

async function rightsFinding(client: Client, { knn }: ClusterFacts): Promise<Finding> {
  const failed = await tryIndex(client, { uuid: randomUUID(), knn }, AbortSignal.timeout(TRY_WITHIN));
  if (failed === null) return ok("an index was made, filled, searched and deleted there");
  const { step, error } = failed;
  if (error instanceof OpenSearchAwayError && error.reason === "right")
    return wrong(
      "SEARCH_USER may not do all that the service does with indexes whose names begin with {prefix} ({step})",
      "Give it the role of deploy/opensearch/roles.yml.",
      { prefix: INDEX_PREFIX, step },
    );
  const { what, mend } = reasonOf(error);
  return found("wrong", say("a test with a new index failed ({step}): OpenSearch {what}", { step, what }), mend);
}

/** A server that does not answer as it should. */
function problem(error: unknown, url: string, servers: SearchServers): Finding {
  const { what, mend } = reasonOf(error, servers);
  return found("wrong", `${named(url)} ${what}`, mend);
}

interface Reason<T = string> {
  readonly what: T;
  readonly mend: T;
}

const ADDRESS = "Check SEARCH_URL, the server, and the network between them.";
const ITS_LOG = "Read the log of OpenSearch, then run this again.";

const REASONS: Readonly<Record<AwayReason, Reason<PlainText>>> = {
  unreachable: { what: "does not answer", mend: ADDRESS },
  certificate: {
    what: "has a certificate that is not trusted",
    mend: "Set SEARCH_CA_FILE to the certificate of the authority that signed it.",
  },
  tls: {
    what: "does not speak TLS as expected",
    mend: "Correct the port in SEARCH_URL, or turn TLS on there (plugins.security.ssl.http.enabled).",
  },
  user: { what: "refuses the user or the password", mend: "Correct SEARCH_USER and SEARCH_PASSWORD." },
  right: {
    what: "does not let SEARCH_USER read the state of the cluster",
    mend: "Give it the role of deploy/opensearch/roles.yml.",
  },
  blocked: { what: "refuses changes, as with a full disk", mend: "Free space there, or add a node." },
  busy: { what: "has too much to do", mend: ITS_LOG },
  red: { what: "has no cluster manager, or an index is red", mend: ITS_LOG },
  failed: { what: "answers with an error of its own", mend: ITS_LOG },
  late: { what: "does not answer in time", mend: ADDRESS },
  foreign: { what: "is another program", mend: "Set SEARCH_URL to OpenSearch 2.19 or later." },
};

/** Problems of a certificate that another setting, or none, mends. */
const CERTIFICATES: Readonly<Record<string, PlainText>> = {
  CERT_HAS_EXPIRED: "Renew its certificate.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Use in SEARCH_URL a name that is in its certificate.",
};

function reasonOf(error: unknown, { user }: Pick<SearchServers, "user"> = { user: "" }): Reason {
  if (error instanceof UnsupportedServerError) {
    const { mend, what } = REASONS.foreign;
    const { product } = error;
    return { what: product === null ? say(what) : say("is {product}", { product }), mend: say(mend) };
  }
  if (!(error instanceof OpenSearchAwayError)) {
    const answer = error instanceof RefusedRequestError ? `${error.status} ${error.type}` : (error as Error).name;
    return { what: say("refuses a request ({answer})", { answer }), mend: say(ITS_LOG) };
  }
  const { reason, code } = error;
  if (reason === "user" && user === null)
    return { what: say("asks for a user"), mend: say("Set SEARCH_USER and SEARCH_PASSWORD.") };
  const { what, mend } = REASONS[reason];
  return { what: networkProblem(code) ?? say(what), mend: say(CERTIFICATES[code] ?? mend) };
}
