import { confirmationRows, csvLines } from "@retrieval/api/csv";
import { principalsOf } from "@retrieval/core";
import type { ToldVersion } from "@retrieval/core/ports";
import { listNotices } from "@retrieval/core/use-cases";
import { type Database, PostgresNoticeStore } from "@retrieval/postgres";
import { figure } from "./figures.js";
import { fillDocuments, fillUsers } from "./filled-tables.js";
import { interleaved } from "./interleaved.js";
import { withDatabase } from "./measured-database.js";
import type { Report } from "./report.js";

const USERS = 1_600;
const NOTICES = 50;
/** Of each version. */
const CHUNKS = 200;
const ROUNDS = 10;
/** In milliseconds. */
const WITHIN = 300;
const TIME_ZONE = "Asia/Tokyo";

/** Measures what readers and administrators see of 50 versions that 1,600 users are asked to confirm. */
export function notices(report: Report): Promise<void> {
  return withDatabase(async (database) => {
    await fillUsers(database, USERS);
    await fillDocuments(database, NOTICES);
    await fillNotices(database);
    const reader = { user_id: "000007", role: "user", department_code: "D1008", permission_groups: [] } as const;
    const store = new PostgresNoticeStore(database.db);
    const readerList = (notices: PostgresNoticeStore) =>
      listNotices(reader, { notices, timeZone: TIME_ZONE, onAccessMismatch: () => undefined });
    const version = (await store.find("d1", null, TIME_ZONE)) as ToldVersion;
    const page = (limit: number) => store.confirmations(version, { state: "all", limit });
    const csv = async () => {
      const { users } = await page(USERS);
      return csvLines(
        confirmationRows(
          version,
          users.map((user) => ({ ...user, confirmed_at: String(user.confirmed_at) })),
        ),
      );
    };
    const { of } = await page(0);
    const own = await readerList(store);
    if (of < USERS - 5 || own.length !== NOTICES || own[0]?.changed_articles.length === 0)
      throw new Error(`${of} users are asked, and a reader has ${own.length} notices`);
    const names = [
      "a reader's notices",
      "the first page of a version's confirmations",
      "the CSV of a version's confirmations",
      "a reader's notices on an instance that has not compared any version yet",
    ];
    const timings = await interleaved(
      [() => readerList(store), () => page(51), csv, () => readerList(new PostgresNoticeStore(database.db))],
      ROUNDS,
    );
    report.text(
      `${USERS.toLocaleString("en")} users and ${NOTICES} documents open to all of them, each with a version of ${CHUNKS} chunks to confirm, whose last day is over, and a version before it; three of four users have confirmed.`,
    );
    report.table(
      ["", "ms"],
      timings.map((timing, i) => [names[i] as string, figure(timing)]),
    );
    for (const [i, timing] of timings.slice(0, -1).entries())
      report.claim({
        what: `${USERS.toLocaleString("en")} users, ${NOTICES} versions to confirm: ${names[i]}`,
        target: `at most ${WITHIN} ms`,
        measured: `${figure(timing)} ms`,
        met: timing.median <= WITHIN,
      });
  });
}

async function fillNotices({ pool }: Database): Promise<void> {
  const [everyone] = principalsOf({ user_id: "", role: "user", department_code: null, permission_groups: [] });
  await pool.query("UPDATE user_states SET at = now() - interval '9 days'");
  await pool.query("UPDATE rule_versions SET at = now() - interval '9 days', access_rules = $1", [
    JSON.stringify({ allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] }),
  ]);
  await pool.query("UPDATE documents SET allow_all = true, audience = $1", [[everyone]]);
  await pool.query(`UPDATE revisions SET number = 2, published_at = now() - interval '5 days', notice = 'confirm',
    effective_from = current_date, confirm_by = current_date - 2`);
  await pool.query(`INSERT INTO revisions (revision_id, document_id, title, version, accepted, number, published_at, effective_from)
    OVERRIDING SYSTEM VALUE SELECT revision_id + 1000, document_id, title, 'before', 0, 1, now() - interval '400 days', current_date - 400 FROM revisions`);
  await pool.query("UPDATE documents SET versions = 2");
  await pool.query("UPDATE calendar SET day = current_date");
  await pool.query("DELETE FROM chunks");
  await pool.query(
    `INSERT INTO chunks (revision_id, place, chunk_id, text_hash, scope, related_scopes, chunk)
     SELECT revision_id, n, 'c' || n, CASE WHEN n % 20 = 0 THEN revision_id::text ELSE '' END, 'c' || n, '{}',
       json_build_object('chunk_id', 'c' || n, 'text_type', 'paragraph', 'content_md', NULL, 'content',
         '日当は、1日につき' || CASE WHEN n % 20 = 0 THEN revision_id ELSE n END || '円とする。',
         'metadata', json_build_object('section_path', json_build_array(
         json_build_object('level', 1, 'type', 'article', 'label', '第' || n || '条', 'title', '題'))))
     FROM revisions, generate_series(1, $1::int) AS n`,
    [CHUNKS],
  );
  await pool.query(`INSERT INTO confirmations (document_id, number, user_id)
    SELECT document_id, 2, user_id FROM documents, users WHERE role = 'user' AND right(user_id, 1) <> '7'
      AND hashtext(document_id || user_id) % 4 <> 0`);
  await pool.query("VACUUM ANALYZE");
}
