import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { AUDIT_KINDS } from "@retrieval/core/limits";
import type { AuditDetails, AuditKind, StoredEntry } from "@retrieval/core/ports";
import type { EntryNames } from "../src/texts/entries.js";
import { entrySentence } from "../src/texts.js";

const NO_NAMES: EntryNames = { users: [], documents: [] };
const OPEN = { allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
const USER = { role: "user", is_active: true, department_code: null } as const;
const ADMIN = { ...USER, role: "admin" } as const;
const SUM = { count: 540, hour: "2026-11-21T17:00:00.000Z" };
const CHANGES = { unchanged: 0, changed: 1, added: 0, removed: 0 };
const CONTENT = { title: "取締役会議事録", version: "2025-06-24", changes: CHANGES, original_for: null };
const TOKEN = { token_id: "4cf6", name: "週次レポート", audience: "api" } as const;
const REFUSED = { count: 1, reason: "FORBIDDEN", address: "::1", minute: "2026-11-21T17:00:00.000Z" };
const QUESTION = { answer_id: "1", earlier_answer_ids: [], model: "none", chunk_ids: [] } as const;
const AT = "2026-11-21T23:00:00.000Z";

const BY_ADMIN = { by_user: "900001", user_id: null, document_id: null };
const TAKAHASHI = { ...BY_ADMIN, user_id: "001234" };
const OWN = { ...BY_ADMIN, user_id: "900001" };
const MINUTES = { ...BY_ADMIN, document_id: "board-minutes" };
const UNKNOWN = { ...BY_ADMIN, by_user: null };

type About = Omit<StoredEntry, "kind" | "details">;
type Cases<Kind extends AuditKind> = readonly (readonly [AuditDetails<Kind>, About, en: string, ja: string])[];

const CASES: { readonly [Kind in AuditKind]: Cases<Kind> } = {
  "sign-in": [[{ address: "::1" }, TAKAHASHI, "001234 signed in", "001234 がサインインしました"]],
  "sign-in-refused": [
    [{ ...REFUSED, count: 3, address: null }, UNKNOWN, "3 sign-ins were refused", "サインインが拒否されました（3 回）"],
    [
      REFUSED,
      { ...TAKAHASHI, by_user: null },
      "A sign-in of 001234 was refused",
      "001234 のサインインが拒否されました",
    ],
  ],
  "users-imported": [
    [
      { via: "import", users: 1_000, results: { created: 4, skipped: 996, unchanged: 0 } },
      BY_ADMIN,
      "900001 imported 1,000 users: 4 added, 996 skipped",
      "900001 がユーザー 1,000 人を取り込みました（追加 4、対象外 996）",
    ],
    [
      { via: "sync", users: 1, results: { deactivated: 1 } },
      UNKNOWN,
      "The service synchronised 1 user with a file: 1 deactivated",
      "サービスがユーザー 1 人をファイルと同期しました（無効化 1）",
    ],
    [
      { via: "bulk", users: 2, results: { created: 2 }, new_admins: { count: 3, first: ["001234", "001235"] } },
      BY_ADMIN,
      "900001 imported 2 users: 2 added. New administrators: 001234, 001235, and 1 more",
      "900001 がユーザー 2 人を取り込みました（追加 2）。新しい管理者：001234、001235、ほか 1 件",
    ],
  ],
  "user-changed": [
    [
      {
        via: "record",
        result: "deactivated",
        fields: ["is_active"],
        before: USER,
        after: { ...USER, is_active: false },
      },
      TAKAHASHI,
      "900001 deactivated 001234",
      "900001 が 001234 を無効にしました",
    ],
    [
      { via: "record", result: "updated", fields: ["role"], before: USER, after: ADMIN },
      TAKAHASHI,
      "900001 changed 001234. Role: User → Administrator",
      "900001 が 001234 を変更しました。権限：一般ユーザー → 管理者",
    ],
    [
      { via: "bulk", result: "created", before: null, after: ADMIN },
      { ...TAKAHASHI, by_user: null },
      "The service added 001234. Role: Administrator",
      "サービスが 001234 を追加しました。権限：管理者",
    ],
    [
      { via: "bulk", result: "created", before: null, after: USER },
      TAKAHASHI,
      "900001 added 001234",
      "900001 が 001234 を追加しました",
    ],
    [
      { via: "record", result: "unchanged", fields: [], before: ADMIN, after: ADMIN, asked: ["add_groups"] },
      TAKAHASHI,
      "900001 asked for a change of 001234 that changed nothing",
      "900001 が 001234 の変更を求めましたが、変わるものはありませんでした",
    ],
  ],
  "user-signed-out": [
    [{}, TAKAHASHI, "900001 ended all sessions of 001234", "900001 が 001234 のセッションをすべて終了しました"],
  ],
  "user-exported": [
    [{}, TAKAHASHI, "900001 exported the personal data of 001234", "900001 が 001234 の個人データを出力しました"],
  ],
  "user-erased": [
    [
      {},
      { ...TAKAHASHI, user_id: "erased-0123456789abcdef0123" },
      "900001 erased the personal data of erased user (erased-0123456789abcdef0123)",
      "900001 が消去された利用者（erased-0123456789abcdef0123）の個人データを消去しました",
    ],
  ],
  "token-created": [
    [
      { ...TOKEN, role: "user", expires_at: AT, address: "::1" },
      OWN,
      "900001 created the access token “週次レポート”",
      "900001 がアクセストークン「週次レポート」を発行しました",
    ],
    [
      { ...TOKEN, expires_at: AT, client_id: "https://assistant.example.com/client.json" },
      OWN,
      "900001 connected the application “週次レポート”",
      "900001 がアプリケーション「週次レポート」を接続しました",
    ],
  ],
  "token-first-used": [
    [
      { ...TOKEN, address: "::1" },
      OWN,
      "The access token “週次レポート” of 900001 was used for the first time",
      "900001 のアクセストークン「週次レポート」が初めて使用されました",
    ],
  ],
  "token-revoked": [
    [
      { ...TOKEN, used_twice: true },
      TAKAHASHI,
      "The connection of 001234 to the application “週次レポート” ended, because one of its tokens was used twice",
      "001234 のアプリケーション「週次レポート」の接続を終了しました（トークンが二重に使用されたため）",
    ],
    [
      TOKEN,
      OWN,
      "900001 revoked the access token “週次レポート”",
      "900001 がアクセストークン「週次レポート」を取り消しました",
    ],
    [
      TOKEN,
      TAKAHASHI,
      "900001 revoked the access token “週次レポート” of 001234",
      "900001 が 001234 のアクセストークン「週次レポート」を取り消しました",
    ],
    [
      { tokens: 12 },
      BY_ADMIN,
      "900001 revoked the access tokens of all users: 12",
      "900001 が全ユーザーのアクセストークンを取り消しました（12 件）",
    ],
  ],
  "departments-replaced": [
    [
      { departments: 35, users_resolved_again: 2 },
      BY_ADMIN,
      "900001 replaced the department master: 35 departments",
      "900001 が部署マスターを更新しました（35 部署）",
    ],
  ],
  "document-published": [
    [
      { ...CONTENT, rule_outdated: false },
      MINUTES,
      "900001 published version 2025-06-24 of board-minutes",
      "900001 が board-minutes の版「2025-06-24」を公開しました",
    ],
    [
      { ...CONTENT, rule_outdated: false, uploaded_by: "900002" },
      MINUTES,
      "900001 published version 2025-06-24 of board-minutes, which 900002 uploaded",
      "900001 が、900002 のアップロードした board-minutes の版「2025-06-24」を公開しました",
    ],
  ],
  "version-in-force": [
    [
      { number: 2, title: "T", version: "2027-04-01", effective_from: "2027-04-01" },
      { ...MINUTES, by_user: null },
      "Version 2027-04-01 of board-minutes came into force",
      "board-minutes の版「2027-04-01」が施行されました",
    ],
    [
      { number: 2, title: "T", version: "2027-04-01", effective_from: "2027-04-01" },
      MINUTES,
      "900001 put version 2027-04-01 of board-minutes in force",
      "900001 が board-minutes の版「2027-04-01」を施行しました",
    ],
  ],
  "version-withdrawn": [
    [
      { number: 2, why: "Wrong file" },
      MINUTES,
      "900001 withdrew version 2 of board-minutes",
      "900001 が board-minutes の第 2 版を取り下げました",
    ],
  ],
  "version-changed": [
    [
      { number: 2, effective_from_before: "2027-04-01", effective_from: "2027-05-01", note_changed: false },
      MINUTES,
      "900001 moved version 2 of board-minutes from 2027-04-01 to 2027-05-01",
      "900001 が board-minutes の第 2 版の施行日を 2027-04-01 から 2027-05-01 に変更しました",
    ],
    [
      { number: 2, effective_from_before: "2027-04-01", effective_from: "2027-04-01", note_changed: true },
      MINUTES,
      "900001 changed the note of version 2 of board-minutes",
      "900001 が board-minutes の第 2 版の改正理由を変更しました",
    ],
  ],
  "abolition-planned": [
    [
      { effective_on: "2027-04-01", why: "Merged", replaced_by: "work-rules" },
      MINUTES,
      "900001 decided to abolish board-minutes on 2027-04-01",
      "900001 が board-minutes を 2027-04-01 に廃止することを決めました",
    ],
  ],
  "abolition-cancelled": [
    [
      { effective_on: "2027-04-01" },
      MINUTES,
      "900001 cancelled the abolition of board-minutes on 2027-04-01",
      "900001 が board-minutes の廃止（2027-04-01）を取りやめました",
    ],
  ],
  "document-abolished": [
    [
      { effective_on: "2027-04-01", why: "Merged", replaced_by: null },
      { ...MINUTES, by_user: null },
      "board-minutes was abolished on 2027-04-01",
      "board-minutes が 2027-04-01 に廃止されました",
    ],
    [
      { effective_on: "2027-04-01", why: "Merged", replaced_by: null },
      MINUTES,
      "900001 abolished board-minutes on 2027-04-01",
      "900001 が board-minutes を 2027-04-01 に廃止しました",
    ],
  ],
  "document-destroyed": [
    [
      { number: 2, text_sha256: "0".repeat(64), legal_order: null },
      MINUTES,
      "900001 destroyed the text of version 2 of board-minutes",
      "900001 が board-minutes の第 2 版の本文を破棄しました",
    ],
    [
      { number: 2, text_sha256: "0".repeat(64), legal_order: "Court, 123" },
      MINUTES,
      "900001 destroyed the text of version 2 of board-minutes, by the order Court, 123",
      "900001 が board-minutes の第 2 版の本文を破棄しました（命令：Court, 123）",
    ],
  ],
  "document-unchanged": [
    [
      { title: "T", version: "1" },
      MINUTES,
      "900001 uploaded board-minutes without a change; nothing was published",
      "900001 が board-minutes をアップロードしましたが、変更がないため公開していません",
    ],
  ],
  "readers-reminded": [
    [
      { number: 2, readers: 408 },
      MINUTES,
      "900001 reminded 408 users to confirm version 2 of board-minutes",
      "900001 が board-minutes（第 2 版）の確認を 408 人に再度知らせました",
    ],
  ],
  "document-deleted": [[{}, MINUTES, "900001 deleted board-minutes", "900001 が board-minutes を削除しました"]],
  "document-changed": [
    [
      { before: { owner: null }, after: { owner: "HR" } },
      MINUTES,
      "900001 changed the fields of board-minutes",
      "900001 が board-minutes の項目を変更しました",
    ],
  ],
  "draft-saved": [
    [
      { ...CONTENT, version: "2" },
      MINUTES,
      "900001 saved a draft of board-minutes, version 2",
      "900001 が board-minutes の下書き（版「2」）を保存しました",
    ],
  ],
  "draft-returned": [
    [
      { title: "Minutes", version: "2", why: "wrong date" },
      MINUTES,
      "900001 returned the draft of board-minutes, version 2: wrong date",
      "900001 が board-minutes の下書き（版「2」）を差し戻しました：wrong date",
    ],
  ],
  "draft-read": [
    [
      { chunks: 50 },
      MINUTES,
      "900001 read the draft of board-minutes",
      "900001 が board-minutes の下書きを閲覧しました",
    ],
  ],
  "draft-deleted": [
    [
      { title: "T", version: "2" },
      MINUTES,
      "900001 deleted the draft of board-minutes",
      "900001 が board-minutes の下書きを削除しました",
    ],
  ],
  "rule-changed": [
    [
      { rules_version: 2, cause: "edit", before: OPEN, after: { ...OPEN, allow_all: false }, gained: 3, lost: 1 },
      MINUTES,
      "900001 changed the access to board-minutes: 3 users gained it, 1 lost it",
      "900001 が board-minutes のアクセスルールを変更しました（3 人が閲覧可能に、1 人が閲覧不可に）",
    ],
    [
      { rules_version: 1, cause: "upload", before: null, after: OPEN, gained: 9, lost: 0 },
      MINUTES,
      "900001 set the first access rule of board-minutes: 9 users can read it",
      "900001 が board-minutes の最初のアクセスルールを設定しました（9 人が閲覧可能）",
    ],
  ],
  "access-explained": [
    [
      { at: AT, readers: 12 },
      MINUTES,
      "900001 asked who could read board-minutes: 12 users",
      "900001 が board-minutes を閲覧できた人を照会しました（12 人）",
    ],
    [
      { at: AT, documents: 1 },
      TAKAHASHI,
      "900001 asked what 001234 could read: 1 document",
      "900001 が 001234 の閲覧できた文書を照会しました（1 件）",
    ],
    [
      { allowed: false },
      { ...TAKAHASHI, ...MINUTES, user_id: "001234" },
      "900001 asked whether 001234 may read board-minutes: no",
      "900001 が 001234 による board-minutes の閲覧可否を照会しました（不可）",
    ],
    [
      { asked: ["is_active"], documents_gained: 1, documents_lost: 3 },
      TAKAHASHI,
      "900001 previewed a change of 001234: 1 document gained, 3 lost",
      "900001 が 001234 の変更の影響を確認しました（1 件が閲覧可能に、3 件が閲覧不可に）",
    ],
    [
      { asked: ["add_groups"], preview: true, refused: ["admin.last"] },
      TAKAHASHI,
      "900001 previewed a change of 001234 that would be refused",
      "900001 が 001234 の変更の影響を確認しましたが、変更できない内容でした",
    ],
    [
      { asked: ["add_groups"], refused: ["field.too_many_entries"] },
      TAKAHASHI,
      "900001 asked for a change of 001234 that was refused",
      "900001 が 001234 の変更を求めましたが、拒否されました",
    ],
    [
      { edit: ["replace"], gained: 3, lost: 1 },
      MINUTES,
      "900001 previewed a change of the access to board-minutes: 3 users would gain it, 1 would lose it",
      "900001 が board-minutes のアクセスルールの変更の影響を確認しました（3 人が閲覧可能に、1 人が閲覧不可に）",
    ],
    [
      { edit: "add", document_ids: { count: 2, first: ["a", "b"] }, gained: 1, lost: 0 },
      BY_ADMIN,
      "900001 previewed a change of the access to 2 documents: 1 user would gain it, 0 would lose it",
      "900001 が 2 件の文書のアクセスルールの変更の影響を確認しました（1 人が閲覧可能に、0 人が閲覧不可に）",
    ],
    [
      { user_ids: { count: 1, first: ["001234"] }, documents_affected: 0 },
      TAKAHASHI,
      "900001 checked a CSV of 1 user: the readers of 0 documents would change",
      "900001 がユーザー 1 人の CSV を確認しました（閲覧できる人が変わる文書：0 件）",
    ],
    [
      { import_id: "4cf6", documents_affected: 2 },
      BY_ADMIN,
      "900001 checked a CSV of users: the readers of 2 documents would change",
      "900001 がユーザーの CSV を確認しました（閲覧できる人が変わる文書：2 件）",
    ],
  ],
  "front-page-changed": [
    [
      { questions_before: [], questions: ["給料日はいつですか"] },
      BY_ADMIN,
      "900001 changed the questions on the front page",
      "900001 がトップページの質問を変更しました",
    ],
  ],
  "vocabulary-changed": [
    [{ entries: { added: 2 } }, BY_ADMIN, "900001 changed the vocabulary", "900001 が語彙を変更しました"],
  ],
  "question-answered": [
    [
      { ...QUESTION, outcome: "answer" },
      MINUTES,
      "900001 got an answer from board-minutes",
      "900001 が board-minutes から回答を得ました",
    ],
    [
      { ...QUESTION, outcome: "nearest" },
      OWN,
      "900001 asked a question that got no answer",
      "900001 が質問しましたが、回答はありませんでした",
    ],
    [SUM, OWN, "900001: 540 more in one hour (answered questions)", "900001：1 時間にさらに 540 件（質問への回答）"],
  ],
  "answer-judged": [
    [
      { answer_id: "1", good: false, reason: "outdated" },
      OWN,
      "900001 found an answer not helpful",
      "900001 が回答を「役に立たなかった」と評価しました",
    ],
    [
      SUM,
      UNKNOWN,
      "Several users: 540 more in one hour (judged answers)",
      "複数のユーザー：1 時間にさらに 540 件（回答の評価）",
    ],
  ],
  "audit-exported": [
    [
      { kind: null, from: null, to: null },
      BY_ADMIN,
      "900001 saved audit entries as CSV",
      "900001 が監査ログを CSV に書き出しました",
    ],
  ],
  "webhook-changed": [
    [
      { webhook_id: "1", host: "hooks.example", change: "created" },
      BY_ADMIN,
      "900001 created the webhook to hooks.example",
      "900001 が hooks.example への Webhook を作成しました",
    ],
    [
      { webhook_id: "1", host: "hooks.example", change: "disabled", because: "gone" },
      UNKNOWN,
      "The service disabled the webhook to hooks.example: it answered 410",
      "サービスが hooks.example への Webhook を無効にしました（受信先が 410 を返したため）",
    ],
  ],
  "job-cancelled": [
    [
      { job_id: "1" },
      MINUTES,
      "900001 cancelled an upload of board-minutes",
      "900001 が board-minutes のアップロードを取り消しました",
    ],
    [
      { job_id: "1", kind: "import" },
      BY_ADMIN,
      "900001 cancelled an import of users",
      "900001 がユーザーの取り込みを取り消しました",
    ],
  ],
  "management-refused": [
    [
      { ...REFUSED, count: 3, call: "GET /api/manage/users" },
      BY_ADMIN,
      "3 management requests of 900001 were refused",
      "900001 の管理操作が拒否されました（3 回）",
    ],
    [{ ...REFUSED, call: null }, UNKNOWN, "A management request was refused", "管理操作が拒否されました"],
  ],
};

/** One entry of each form that the service wrote before a detail came: they stay in the log for years. */
const OLDER: readonly (readonly [kind: AuditKind, details: object, About, en: string])[] = [
  ["user-changed", { via: "bulk", result: "created" }, TAKAHASHI, "900001 added 001234"],
  ["user-changed", { via: "import", result: "updated", fields: ["role"] }, TAKAHASHI, "900001 changed 001234"],
  [
    "document-published",
    { title: "T", version: "1", changes: CHANGES, rule_outdated: false },
    MINUTES,
    "900001 published version 1 of board-minutes",
  ],
  [
    "draft-saved",
    { title: "T", version: "1", changes: CHANGES },
    MINUTES,
    "900001 saved a draft of board-minutes, version 1",
  ],
  [
    "access-explained",
    { documents_gained: 1, documents_lost: 0 },
    TAKAHASHI,
    "900001 previewed a change of 001234: 1 document gained, 0 lost",
  ],
  ["token-created", { ...TOKEN, expires_at: AT }, OWN, "900001 created the access token “週次レポート”"],
  [
    "question-answered",
    { answer_id: "1", outcome: "answered", model: "used", chunk_ids: ["a::1"] },
    MINUTES,
    "900001 got an answer from board-minutes",
  ],
  [
    "question-answered",
    { answer_id: "1", earlier_answer_ids: [], outcome: "extract", model: "failed", chunk_ids: ["a::1"] },
    MINUTES,
    "900001 got an answer from board-minutes",
  ],
  [
    "question-answered",
    { answer_id: "1", outcome: "nothing_found", model: "none", chunk_ids: [] },
    OWN,
    "900001 asked a question that got no answer",
  ],
];

describe("An audit entry", () => {
  it.each(AUDIT_KINDS)("of kind %s is one sentence in each language", (kind) => {
    for (const [details, about, en, ja] of CASES[kind]) {
      const entry = { kind, details, ...about };
      expect([entrySentence(entry, NO_NAMES, "en"), entrySentence(entry, NO_NAMES, "ja")]).toEqual([en, ja]);
    }
  });

  it.each(OLDER)("of kind %s keeps its sentence without the details that came later", (kind, details, about, en) => {
    const entry = { kind, details, ...about };
    expect(entrySentence(entry, NO_NAMES, "en")).toBe(en);
    expect(entrySentence(entry, NO_NAMES, "ja")).not.toContain("別の版");
  });

  it("says a word that it does not know as it is, also one that every object has", () => {
    const imported = { kind: "users-imported", details: { via: "bulk", users: 1, results: { constructor: 1 } } };
    const changed = (role: string) => ({
      kind: "user-changed",
      details: { via: "bulk", result: "updated", before: { ...USER, role }, after: ADMIN },
    });
    const said = (entry: Omit<StoredEntry, keyof About>) =>
      (["en", "ja"] as const).map((language) => entrySentence({ ...entry, ...TAKAHASHI }, NO_NAMES, language));
    expect(said(imported)).toEqual([
      "900001 imported 1 user: 1 constructor",
      "900001 がユーザー 1 人を取り込みました（constructor 1）",
    ]);
    for (const role of ["toString", "manager"])
      expect(said(changed(role))).toEqual([
        `900001 changed 001234. Role: ${role} → Administrator`,
        `900001 が 001234 を変更しました。権限：${role} → 管理者`,
      ]);
  });

  it("of each kind is explained in the documentation", () => {
    const page = readFileSync(new URL("../../../docs/operate/audit.md", import.meta.url), "utf8");
    expect(AUDIT_KINDS.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
  });

  it("has names beside numbers, as far as they are known, isolated from its direction", () => {
    const names = {
      users: [
        { user_id: "900001", display_name: "山田 花子" },
        { user_id: "001234", display_name: "\u05D0" },
      ],
      documents: [{ document_id: "board-minutes", title: "Minutes" }],
    };
    const deleted = { kind: "document-deleted", details: {}, ...MINUTES };
    expect(entrySentence(deleted, names, "ja")).toBe("900001 山田 花子が Minutes（board-minutes）を削除しました");
    const signedOut = { kind: "user-signed-out", details: {}, ...TAKAHASHI };
    expect(entrySentence(signedOut, names, "en")).toBe(
      "900001 山田 花子 ended all sessions of 001234 \u2068\u05D0\u2069",
    );
  });

  it("of another version of the service names its kind, users and document, whatever its details are", () => {
    const older = [
      { kind: "moved", details: {} },
      { kind: "toString", details: {} },
      { kind: "user-changed", details: { via: "import", result: "moved", fields: ["department"] } },
      { kind: "rule-changed", details: { before: OPEN, after: { allow_all: "yes" }, gained: 1, lost: 0 } },
      { kind: "draft-read", details: { chunks: 1, pages: 2 } },
      { kind: "job-cancelled", details: { job_id: "1", kind: "export" } },
      { kind: "sign-in", details: { address: null } },
    ];
    for (const entry of older) {
      expect(entrySentence({ ...entry, ...TAKAHASHI, document_id: "d" }, NO_NAMES, "en")).toBe(
        `${entry.kind}, as another version of the service recorded it: 900001 · 001234 · d`,
      );
      expect(entrySentence({ ...entry, ...UNKNOWN }, NO_NAMES, "ja")).toBe(
        `${entry.kind}（サービスの別の版による記録）`,
      );
    }
  });
});
