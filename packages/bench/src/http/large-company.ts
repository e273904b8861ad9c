import { randomBytes } from "node:crypto";
import { aUser } from "@retrieval/contract/builders";
import { startPostgresServer } from "@retrieval/contract/postgres-server";
import { sharedSecret } from "@retrieval/core";
import { type Database, migrateToLatest, openDatabase, PostgresUserDirectory } from "@retrieval/postgres";
import { GROUP_NAMES, GROUPS, type Group } from "../large-corpus.js";
import { settingsOf } from "./company.js";
import { ask } from "./keep-alive-connection.js";
import { signInRequest } from "./prepared-requests.js";

const ADMIN = "000001";
export const METRICS_TOKEN = "a-token-for-scraping-0123456789";
/** As many as the sample company has. */
const READERS = 280;

/** A real server with many documents, and readers who see a share of them each. */
export interface LargeCompany {
  readonly env: NodeJS.ProcessEnv;
  readonly database: Database;
  /** An administrator, who sees everything. @returns a session token */
  signInAdmin(port: number): Promise<string>;
  /** @returns a session token of a reader of this group */
  signInGroup(port: number, group: Group): Promise<string>;
  /** Readers with as many different rights as there are readers. @returns their session tokens */
  signInMany(port: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openLargeCompany(fill: (database: Database) => Promise<unknown>): Promise<LargeCompany> {
  const server = await startPostgresServer();
  const { url } = server;
  const database = await openDatabase({
    kind: "server",
    url,
    poolSize: 2,
    statementTimeout: 3_600,
    onConnectionError: () => undefined,
  });
  await migrateToLatest(database.db);
  await fill(database);
  const groupReaders = GROUP_NAMES.map((group) => aUser({ user_id: `group-${group}`, permission_groups: [group] }));
  const many = Array.from({ length: READERS }, (_, i) =>
    aUser({ user_id: `reader-${i}`, permission_groups: groupsOf(i) }),
  );
  const people = [aUser({ user_id: ADMIN, role: "admin" }), ...groupReaders, ...many];
  await new PostgresUserDirectory(database.db).change(
    people.map(({ user_id }) => user_id),
    () => ({ records: people, kept: null }),
  );
  const secret = randomBytes(48).toString("hex");
  const signIn = async (port: number, user_id: string) => {
    const { status, body } = await ask(port, signInRequest({ secret: sharedSecret(secret) }, user_id));
    if (status !== 200) throw new Error(`a sign-in was answered ${status}: ${body()}`);
    return (JSON.parse(body()) as { token: string }).token;
  };
  return {
    env: { ...settingsOf(url, secret), METRICS_TOKEN },
    database,
    signInAdmin: (port) => signIn(port, ADMIN),
    signInGroup: (port, group) => signIn(port, `group-${group}`),
    async signInMany(port) {
      const tokens: string[] = [];
      for (const { user_id } of many) tokens.push(await signIn(port, user_id));
      return tokens;
    },
    async close() {
      await database.close();
      await server.stop();
    },
  };
}

/** Some of the groups, and one that only this reader has. */
function groupsOf(i: number): string[] {
  return [...Object.keys(GROUPS).filter((_, nth) => ((i + 1) >> nth) % 2 === 1), `team-${i}`];
}
