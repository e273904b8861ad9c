import type { DetailValues } from "@retrieval/core/ports";
import { type EntryTexts, listText, type ResultTexts, wordOf } from "../entries.js";
import { isolate } from "../isolate.js";
import { spaced } from "../spaced.js";

const number = (n: number) => n.toLocaleString("ja");
const refused = (what: string, n: number, caller: string | null) =>
  spaced`${caller === null ? "" : spaced`${caller}の`}${what}が拒否されました${n === 1 ? "" : spaced`（${number(n)}回）`}`;
const often = (who: string, n: number, kind: string) => spaced`${who}：1 時間にさらに${number(n)}件（${kind}）`;
/** A sentence, with its effect in brackets. */
const effect = (gained: number, lost: number, sign: string) =>
  spaced`（${number(gained)}${sign}が閲覧可能に、${number(lost)}${sign}が閲覧不可に）`;

const RESULTS: ResultTexts = {
  created: "追加",
  updated: "変更",
  unchanged: "変更なし",
  reactivated: "再有効化",
  deactivated: "無効化",
  skipped: "対象外",
  error: "エラー",
};
const sums = (counts: DetailValues["counts"]) =>
  Object.entries(counts)
    .flatMap(([word, n]) => (n > 0 ? `${wordOf(RESULTS, word)} ${number(n)}` : []))
    .join("、") || "–";
const list = (given: DetailValues["list"], item: (id: string) => string) =>
  listText(given, item, "、", (listed, n) => `${listed}、ほか ${number(n)} 件`);

const CHANGES = { created: "追加し", updated: "変更し", reactivated: "再び有効にし", deactivated: "無効にし" };
const ROLES = { user: "一般ユーザー", developer: "開発者", admin: "管理者" };

const WEBHOOK = {
  created: "作成しました",
  changed: "変更しました",
  enabled: "有効にしました",
  disabled: "無効にしました",
  secret_rotated: "新しいシークレットに切り替えました",
  deleted: "削除しました",
} as const;
const WEBHOOK_END = { gone: "（受信先が 410 を返したため）", failing: "（5 日間失敗したため）" } as const;

export const entries: EntryTexts = {
  "sign-in": (_, { whom }) => spaced`${whom}がサインインしました`,
  "sign-in-refused": ({ count }, { caller }) => refused("サインイン", count, caller),
  "users-imported": ({ via, users, results, new_admins }, { who, user }) => {
    const how = via === "sync" ? "ファイルと同期しました" : "取り込みました";
    const done = spaced`${who}がユーザー${number(users)}人を${how}（${sums(results)}）`;
    return new_admins ? spaced`${done}。新しい管理者：${list(new_admins, user)}` : done;
  },
  "user-changed": ({ result, before, after }, { who, whom }) => {
    if (result === "unchanged" || result === "skipped")
      return spaced`${who}が${whom}の変更を求めましたが、変わるものはありませんでした`;
    const done = spaced`${who}が${whom}を${CHANGES[result]}ました`;
    if (!after || after.role === (before?.role ?? "user")) return done;
    return spaced`${done}。権限：${before ? `${wordOf(ROLES, before.role)} → ` : ""}${wordOf(ROLES, after.role)}`;
  },
  "user-signed-out": (_, { who, whom }) => spaced`${who}が${whom}のセッションをすべて終了しました`,
  "user-exported": (_, { who, whom }) => spaced`${who}が${whom}の個人データを出力しました`,
  "user-erased": (_, { who, whom }) => spaced`${who}が${whom}の個人データを消去しました`,
  "token-created": ({ name, client_id }, { who }) =>
    client_id === undefined
      ? spaced`${who}がアクセストークン「${isolate(name)}」を発行しました`
      : spaced`${who}がアプリケーション「${isolate(name)}」を接続しました`,
  "token-first-used": ({ name }, { who }) => spaced`${who}のアクセストークン「${isolate(name)}」が初めて使用されました`,
  "token-revoked": (details, { who, whom, own }) =>
    "tokens" in details
      ? spaced`${who}が全ユーザーのアクセストークンを取り消しました（${number(details.tokens)}件）`
      : details.used_twice
        ? spaced`${whom}のアプリケーション「${isolate(details.name)}」の接続を終了しました（トークンが二重に使用されたため）`
        : spaced`${who}が${own ? "" : spaced`${whom}の`}アクセストークン「${isolate(details.name)}」を取り消しました`,
  "departments-replaced": ({ departments }, { who }) =>
    spaced`${who}が部署マスターを更新しました（${number(departments)}部署）`,
  "document-published": ({ version, uploaded_by }, { who, what, user }) =>
    uploaded_by === undefined
      ? spaced`${who}が${what}の版「${isolate(version)}」を公開しました`
      : spaced`${who}が、${user(uploaded_by)}のアップロードした${what}の版「${isolate(version)}」を公開しました`,
  "version-in-force": ({ version }, { by, what }) =>
    by === null
      ? spaced`${what}の版「${isolate(version)}」が施行されました`
      : spaced`${by}が${what}の版「${isolate(version)}」を施行しました`,
  "version-withdrawn": ({ number }, { who, what }) => spaced`${who}が${what}の第${String(number)}版を取り下げました`,
  "version-changed": ({ number, effective_from_before, effective_from }, { who, what }) =>
    effective_from === effective_from_before
      ? spaced`${who}が${what}の第${String(number)}版の改正理由を変更しました`
      : spaced`${who}が${what}の第${String(number)}版の施行日を${effective_from_before}から${effective_from}に変更しました`,
  "abolition-planned": ({ effective_on }, { who, what }) =>
    spaced`${who}が${what}を${effective_on}に廃止することを決めました`,
  "abolition-cancelled": ({ effective_on }, { who, what }) =>
    spaced`${who}が${what}の廃止（${effective_on}）を取りやめました`,
  "document-abolished": ({ effective_on }, { by, what }) =>
    by === null
      ? spaced`${what}が${effective_on}に廃止されました`
      : spaced`${by}が${what}を${effective_on}に廃止しました`,
  "document-destroyed": ({ number, legal_order }, { who, what }) =>
    spaced`${who}が${what}の第${String(number)}版の本文を破棄しました${legal_order === null ? "" : `（命令：${isolate(legal_order)}）`}`,
  "document-unchanged": (_, { who, what }) =>
    spaced`${who}が${what}をアップロードしましたが、変更がないため公開していません`,
  "document-deleted": (_, { who, what }) => spaced`${who}が${what}を削除しました`,
  "document-changed": (_, { who, what }) => spaced`${who}が${what}の項目を変更しました`,
  "draft-saved": ({ version }, { who, what }) =>
    spaced`${who}が${what}の下書き（版「${isolate(version)}」）を保存しました`,
  "draft-returned": ({ version, why }, { who, what }) =>
    spaced`${who}が${what}の下書き（版「${isolate(version)}」）を差し戻しました：${isolate(why)}`,
  "draft-read": (_, { who, what }) => spaced`${who}が${what}の下書きを閲覧しました`,
  "draft-deleted": (_, { who, what }) => spaced`${who}が${what}の下書きを削除しました`,
  "rule-changed": ({ before, gained, lost }, { who, what }) =>
    before === null
      ? spaced`${who}が${what}の最初のアクセスルールを設定しました（${number(gained)}人が閲覧可能）`
      : spaced`${who}が${what}のアクセスルールを変更しました${effect(gained, lost, "人")}`,
  "readers-reminded": ({ number: n, readers }, { who, what }) =>
    spaced`${who}が${what}（第${number(n)}版）の確認を${number(readers)}人に再度知らせました`,
  "access-explained": (details, { who, whom, what, document_id }) => {
    if ("readers" in details)
      return spaced`${who}が${what}を閲覧できた人を照会しました（${number(details.readers)}人）`;
    if ("documents" in details)
      return spaced`${who}が${whom}の閲覧できた文書を照会しました（${number(details.documents)}件）`;
    if ("allowed" in details)
      return spaced`${who}が${whom}による${what}の閲覧可否を照会しました（${details.allowed ? "可" : "不可"}）`;
    if ("documents_lost" in details) {
      const { documents_gained, documents_lost } = details;
      return spaced`${who}が${whom}の変更の影響を確認しました${effect(documents_gained, documents_lost, "件")}`;
    }
    if ("refused" in details)
      return details.preview
        ? spaced`${who}が${whom}の変更の影響を確認しましたが、変更できない内容でした`
        : spaced`${who}が${whom}の変更を求めましたが、拒否されました`;
    if ("edit" in details) {
      const on = document_id === null ? spaced`${number(details.document_ids?.count ?? 0)}件の文書` : what;
      return spaced`${who}が${on}のアクセスルールの変更の影響を確認しました${effect(details.gained, details.lost, "人")}`;
    }
    const { user_ids, documents_affected } = details;
    const whose = user_ids ? spaced`${number(user_ids.count)}人` : "";
    return spaced`${who}がユーザー${whose}の CSV を確認しました（閲覧できる人が変わる文書：${number(documents_affected)}件）`;
  },
  "front-page-changed": (_, { who }) => spaced`${who}がトップページの質問を変更しました`,
  "vocabulary-changed": (_, { who }) => spaced`${who}が語彙を変更しました`,
  "question-answered": (details, { who, what }) => {
    if ("hour" in details) return often(who, details.count, "質問への回答");
    return details.outcome === "nearest" || details.outcome === "nothing_found"
      ? spaced`${who}が質問しましたが、回答はありませんでした`
      : spaced`${who}が${what}から回答を得ました`;
  },
  "answer-judged": (details, { who }) =>
    "hour" in details
      ? often(who, details.count, "回答の評価")
      : spaced`${who}が回答を「${details.good ? "役に立った" : "役に立たなかった"}」と評価しました`,
  "audit-exported": (_, { who }) => spaced`${who}が監査ログを CSV に書き出しました`,
  "webhook-changed": ({ host, change, because }, { who }) =>
    spaced`${who}が${isolate(host)}への Webhook を${WEBHOOK[change]}${because === undefined ? "" : WEBHOOK_END[because]}`,
  "job-cancelled": ({ kind }, { who, what }) =>
    kind === "import"
      ? spaced`${who}がユーザーの取り込みを取り消しました`
      : spaced`${who}が${what}のアップロードを取り消しました`,
  "management-refused": ({ count }, { caller }) => refused("管理操作", count, caller),
  legacy: (kind, ids) => `${kind}（サービスの別の版による記録）${ids && `：${ids}`}`,
  subjects: {
    service: "サービス",
    unknown: "不明なユーザー",
    several: "複数のユーザー",
    titled: (title, id) => `${title}（${id}）`,
    erased: "消去された利用者",
  },
};
