import { FORMATS } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";
import { spaced } from "../../i18n/spaced.js";
import type { AuditEntryView } from "./answers.js";
import { DETAIL_TEXTS } from "./detail-messages.js";
import { messages as page } from "./messages.js";

type Kind = AuditEntryView["kind"];

const { number: en } = FORMATS.en;
const { number: ja } = FORMATS.ja;
const users = (n: number) => (n === 1 ? "1 user" : `${en(n)} users`);
const documents = (n: number) => (n === 1 ? "1 document" : `${en(n)} documents`);

/** The sentence of each kind of entry, and the words of its details. null as `who`: an unknown caller. */
export const messages = catalog({
  ...DETAIL_TEXTS,
  service: ["The service", "サービス"],
  unknownUser: ["an unknown user", "不明なユーザー"],
  severalUsers: ["Several users", "複数のユーザー"],
  titled: (title: string, id: string) => [`${title} (${id})`, `${title}（${id}）`],
  signedIn: (who: string) => [`${who} signed in`, spaced`${who}がサインインしました`],
  refused: (who: string | null, n: number) => [
    `${n === 1 ? "A sign-in" : `${en(n)} sign-ins`}${who === null ? "" : ` of ${who}`} ${n === 1 ? "was" : "were"} refused`,
    spaced`${who === null ? "" : spaced`${who}の`}サインインが拒否されました${n === 1 ? "" : spaced`（${ja(n)}回）`}`,
  ],
  imported: (who: string, n: number, how: string) => [
    `${who} imported ${users(n)}: ${how}`,
    spaced`${who}がユーザー${ja(n)}人を取り込みました（${how}）`,
  ],
  newAdmins: (said: string, whom: string) => [
    `${said}. New administrators: ${whom}`,
    spaced`${said}。新しい管理者：${whom}`,
  ],
  synchronised: (who: string, n: number, how: string) => [
    `${who} synchronised ${users(n)} with a file: ${how}`,
    spaced`${who}がユーザー${ja(n)}人をファイルと同期しました（${how}）`,
  ],
  user: {
    created: (who: string, whom: string) => [`${who} added ${whom}`, spaced`${who}が${whom}を追加しました`],
    updated: (who: string, whom: string) => [`${who} changed ${whom}`, spaced`${who}が${whom}を変更しました`],
    reactivated: (who: string, whom: string) => [
      `${who} reactivated ${whom}`,
      spaced`${who}が${whom}を再び有効にしました`,
    ],
    deactivated: (who: string, whom: string) => [`${who} deactivated ${whom}`, spaced`${who}が${whom}を無効にしました`],
    unchanged: (who: string, whom: string) => [
      `${who} asked for a change of ${whom} that changed nothing`,
      spaced`${who}が${whom}の変更を求めましたが、変わるものはありませんでした`,
    ],
  },
  withRole: (said: string, role: string) => [`${said}. Role: ${role}`, spaced`${said}。権限：${role}`],
  departmentsReplaced: (who: string, n: number) => [
    `${who} replaced the department master: ${en(n)} departments`,
    spaced`${who}が部署マスターを更新しました（${ja(n)}部署）`,
  ],
  published: (who: string, what: string, version: string) => [
    `${who} published version ${version} of ${what}`,
    spaced`${who}が${what}の版「${version}」を公開しました`,
  ],
  unchanged: (who: string, what: string) => [
    `${who} uploaded ${what} without a change; nothing was published`,
    spaced`${who}が${what}をアップロードしましたが、変更がないため公開していません`,
  ],
  deleted: (who: string, what: string) => [`${who} deleted ${what}`, spaced`${who}が${what}を削除しました`],
  ruled: (who: string, what: string, gained: number, lost: number) => [
    `${who} changed the access to ${what}: ${users(gained)} gained it, ${en(lost)} lost it`,
    spaced`${who}が${what}のアクセスルールを変更しました（${ja(gained)}人が閲覧可能に、${ja(lost)}人が閲覧不可に）`,
  ],
  firstRuled: (who: string, what: string, gained: number) => [
    `${who} set the first access rule of ${what}: ${users(gained)} can read it`,
    spaced`${who}が${what}の最初のアクセスルールを設定しました（${ja(gained)}人が閲覧可能）`,
  ],
  asked: {
    readers: (who: string, what: string, n: number) => [
      `${who} asked who could read ${what}: ${users(n)}`,
      spaced`${who}が${what}を閲覧できた人を照会しました（${ja(n)}人）`,
    ],
    documents: (who: string, whom: string, n: number) => [
      `${who} asked what ${whom} could read: ${documents(n)}`,
      spaced`${who}が${whom}の閲覧できた文書を照会しました（${ja(n)}件）`,
    ],
    allowed: (who: string, whom: string, what: string, may: boolean) => [
      `${who} asked whether ${whom} may read ${what}: ${may ? "yes" : "no"}`,
      spaced`${who}が${whom}による${what}の閲覧可否を照会しました（${may ? "可" : "不可"}）`,
    ],
    changed: (who: string, whom: string, gained: number, lost: number) => [
      `${who} previewed a change of ${whom}: ${documents(gained)} gained, ${en(lost)} lost`,
      spaced`${who}が${whom}の変更の影響を確認しました（${ja(gained)}件が閲覧可能に、${ja(lost)}件が閲覧不可に）`,
    ],
    previewRefused: (who: string, whom: string) => [
      `${who} previewed a change of ${whom} that would be refused`,
      spaced`${who}が${whom}の変更の影響を確認しましたが、変更できない内容でした`,
    ],
    refused: (who: string, whom: string) => [
      `${who} asked for a change of ${whom} that was refused`,
      spaced`${who}が${whom}の変更を求めましたが、拒否されました`,
    ],
    ruled: (who: string, on: string | number, gained: number, lost: number) => [
      `${who} previewed a change of the access to ${typeof on === "number" ? documents(on) : on}: ${users(gained)} would gain it, ${en(lost)} would lose it`,
      spaced`${who}が${typeof on === "number" ? spaced`${ja(on)}件の文書` : on}のアクセスルールの変更の影響を確認しました（${ja(gained)}人が閲覧可能に、${ja(lost)}人が閲覧不可に）`,
    ],
    imported: (who: string, n: number, affected: number) => [
      `${who} checked a CSV of ${n === 0 ? "users" : users(n)}: the readers of ${documents(affected)} would change`,
      spaced`${who}がユーザー${n === 0 ? "" : spaced`${ja(n)}人`}の CSV を確認しました（閲覧できる人が変わる文書：${ja(affected)}件）`,
    ],
  },
  signedOut: (who: string, whom: string) => [
    `${who} ended all sessions of ${whom}`,
    spaced`${who}が${whom}のセッションをすべて終了しました`,
  ],
  token: {
    created: (who: string, name: string) => [
      `${who} created the access token “${name}”`,
      spaced`${who}がアクセストークン「${name}」を発行しました`,
    ],
    firstUsed: (who: string, name: string) => [
      `The access token “${name}” of ${who} was used for the first time`,
      spaced`${who}のアクセストークン「${name}」が初めて使用されました`,
    ],
    revoked: (who: string, whom: string | null, name: string) => [
      `${who} revoked the access token “${name}”${whom === null ? "" : ` of ${whom}`}`,
      spaced`${who}が${whom === null ? "" : spaced`${whom}の`}アクセストークン「${name}」を取り消しました`,
    ],
    allRevoked: (who: string, n: number) => [
      `${who} revoked the access tokens of all users: ${en(n)}`,
      spaced`${who}が全ユーザーのアクセストークンを取り消しました（${ja(n)}件）`,
    ],
  },
  draft: {
    saved: (who: string, what: string, version: string) => [
      `${who} saved a draft of ${what}, version ${version}`,
      spaced`${who}が${what}の下書き（版「${version}」）を保存しました`,
    ],
    read: (who: string, what: string) => [
      `${who} read the draft of ${what}`,
      spaced`${who}が${what}の下書きを閲覧しました`,
    ],
    deleted: (who: string, what: string) => [
      `${who} deleted the draft of ${what}`,
      spaced`${who}が${what}の下書きを削除しました`,
    ],
  },
  vocabularyChanged: (who: string) => [`${who} changed the vocabulary`, spaced`${who}が語彙を変更しました`],
  answered: (who: string, what: string) => [
    `${who} got an answer from ${what}`,
    spaced`${who}が${what}から回答を得ました`,
  ],
  unanswered: (who: string) => [
    `${who} asked a question that got no answer`,
    spaced`${who}が質問しましたが、回答はありませんでした`,
  ],
  judged: (who: string, good: boolean) => [
    `${who} found an answer ${good ? "helpful" : "not helpful"}`,
    spaced`${who}が回答を「${good ? "役に立った" : "役に立たなかった"}」と評価しました`,
  ],
  auditExported: (who: string) => [
    `${who} saved audit entries as CSV`,
    spaced`${who}が監査ログを CSV に書き出しました`,
  ],
  jobCancelled: {
    ingest: (who: string, what: string) => [
      `${who} cancelled an upload of ${what}`,
      spaced`${who}が${what}のアップロードを取り消しました`,
    ],
    import: (who: string) => [
      `${who} cancelled an import of users`,
      spaced`${who}がユーザーの取り込みを取り消しました`,
    ],
  },
  /** Beyond what has entries of its own. */
  often: (who: string, n: number, kind: Kind) => [
    `${who}: ${en(n)} more in one hour (${page.en.kinds[kind]})`,
    spaced`${who}：1 時間にさらに${ja(n)}件（${page.ja.kinds[kind]}）`,
  ],
  managementRefused: (who: string | null, n: number) => [
    `${n === 1 ? "A management request" : `${en(n)} management requests`}${who === null ? "" : ` of ${who}`} ${n === 1 ? "was" : "were"} refused`,
    spaced`${who === null ? "" : spaced`${who}の`}管理操作が拒否されました${n === 1 ? "" : spaced`（${ja(n)}回）`}`,
  ],
});
export type EntryMessages = (typeof messages)["en"];
