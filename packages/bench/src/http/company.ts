import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { aUser } from "@retrieval/contract/builders";
import { IN_THREAD_VECTORS } from "@retrieval/contract/in-thread-vectors";
import { startPostgresServer } from "@retrieval/contract/postgres-server";
import { sharedSecret } from "@retrieval/core";
import {
  migrateToLatest,
  openDatabase,
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresUserDirectory,
} from "@retrieval/postgres";
import { publishAll, readCorpus } from "../corpus.js";

const PORTAL = "https://portal.example.com";
const USERS = 1_000;

/** A database with users and documents, and the settings of a server on it. */
export interface Company {
  /** The environment of a server, ours or a peer's. */
  readonly env: NodeJS.ProcessEnv;
  readonly secret: ReturnType<typeof sharedSecret>;
  readonly user_ids: readonly string[];
  /** All chunks: every reader may read them. */
  readonly chunks: readonly { readonly docId: string; readonly chunkId: string }[];
  close(): Promise<void>;
}

/** A real server with the documents of the corpus, each for one group that has every user, and a thousand users. */
export async function openCompany(): Promise<Company> {
  const server = await startPostgresServer();
  const url = server.url;
  const database = await openDatabase({ kind: "server", url, poolSize: 2, onConnectionError: () => undefined });
  try {
    await migrateToLatest(database.db);
    const { documents } = await readCorpus();
    await publishAll(documents, new PostgresChunkStore(database.db, IN_THREAD_VECTORS));
    const catalog = new PostgresDocumentCatalog(database.db);
    const forStaff = { allow_all: false, allowed_department_codes: [], allowed_groups: ["staff"], allowed_users: [] };
    for (const { document_id } of documents) await catalog.changeRules(document_id, forStaff, null);
    const people = Array.from({ length: USERS }, (_, i) => employee(i));
    const user_ids = people.map(({ user_id }) => user_id);
    await new PostgresUserDirectory(database.db).change(user_ids, () => ({ records: people, kept: null }));
    await database.pool.query("VACUUM ANALYZE");
    const secret = randomBytes(48).toString("hex");
    return {
      env: settingsOf(url, secret),
      secret: sharedSecret(secret),
      user_ids,
      chunks: documents.flatMap(({ document_id, chunks }) =>
        chunks.map(({ chunk_id }) => ({ docId: document_id, chunkId: chunk_id })),
      ),
      async close() {
        // Sign-ins are written a second later; the servers have stopped by now.
        await sleep(100);
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await database.close();
  }
}

/** The settings of a service that refuses nobody because of load. */
export function settingsOf(url: string, secret: string): NodeJS.ProcessEnv {
  return {
    SSO_SHARED_SECRET: secret,
    PORTAL_DOMAIN: PORTAL,
    DATABASE_URL: url,
    TRUST_PROXY: "loopback",
    RATE_LIMIT_READS: "1000000",
    RATE_LIMIT_SIGN_IN_FAILURES: "1000000",
  };
}

function employee(i: number) {
  return aUser({
    user_id: String(100_001 + i),
    display_name: `社員 ${i + 1}`,
    department: "営業部",
    department_code: `D${i % 20}`,
    email: `employee-${i + 1}@example.com`,
    permission_groups: ["staff", `team-${i % 50}`],
  });
}
