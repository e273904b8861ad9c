import { join, relative } from "node:path";
import { PAGES_NOT_BUILT, say, sentence, VERSION } from "@retrieval/service";
import { inLanguage } from "./in-language.js";
import { sampleCast, sampleUsers } from "./sample-company/index.js";
import { SAMPLE_FILES } from "./sample-files.js";
import type { SignInFacts } from "./who-can-sign-in.js";

export interface WelcomeFacts {
  readonly url: string;
  readonly portalUrl: string;
  /** Why a port is not the usual one. */
  readonly ports: readonly string[];
  /** false: the pages are not built. */
  readonly hasPages: boolean;
  readonly dataDir: string;
  readonly secretFile: string;
  /** Where the command finds this demo automatically. */
  readonly folder: string;
  /** A table of a document that everyone may read. */
  readonly chunk: { readonly doc_id: string; readonly chunk_id: string; readonly title: string };
  readonly signIn: SignInFacts;
}

/** What the demo prints: where it listens, who can sign in, and commands to copy. */
export function welcomePage(facts: WelcomeFacts): string {
  const { url, portalUrl, ports, hasPages, dataDir, secretFile, folder, chunk, signIn } = facts;
  const reader = sampleCast.general.user_id;
  const admin = sampleCast.admin.user_id;
  const elsewhere = dataDir === join(folder, "data") ? "" : ` --data-dir ${quoted(dataDir)}`;
  const sampleFile = (name: string) =>
    quoted(elsewhere === "" ? relative(folder, join(dataDir, name)) : join(dataDir, name));
  return `
${inLanguage(`Retrieval Service ${VERSION} listens at ${url}\nIts sample portal is at ${portalUrl}`, `Retrieval Service ${VERSION} は ${url} で動いています\nサンプルのポータルは ${portalUrl} です`)}
${ports.map((line) => `  ${line}\n`).join("")}
${inLanguage(
  `  Open the portal in a browser, log in as one of its users (no password), and
  open the document search from there.`,
  `  ブラウザーでポータルを開き、いずれかのユーザーでログインして（パスワード不要）、
  そこから文書検索を開いてください。`,
)}${hasPages ? "" : `\n\n  ${inLanguage("But ", "")}${sentence(say(PAGES_NOT_BUILT.what))}\n  ${say(PAGES_NOT_BUILT.mend)}`}

${inLanguage(
  `  This is the demo: a sample company in an embedded PostgreSQL, in
  ${dataDir}
  It is plain HTTP on this machine's loopback address. Stop it with Ctrl-C; delete
  that folder to start over. For production: npx --no-install retrieval serve`,
  `  これはデモです。サンプル会社のデータは、組み込みの PostgreSQL にあります：
  ${dataDir}
  このマシンのループバックアドレスで、平文の HTTP を使います。Ctrl-C で終了します。
  最初からやり直すには、このフォルダーを削除してください。
  本番環境では：npx --no-install retrieval serve`,
)}

${inLanguage(`Who can sign in (${signIn.active_users} users, including these)`, `サインインできるユーザー（次を含む ${signIn.active_users} 人）`)}
${signIn.cast
  .map(
    ({ user_id, display_name, role, sees }) =>
      `  ${user_id}  ${pad(display_name, 18)} ${role.padEnd(10)} ${inLanguage(`sees ${sees} of ${signIn.documents} documents`, `文書 ${signIn.documents} 件中 ${sees} 件を閲覧可能`)}`,
  )
  .join("\n")}

${inLanguage("Try it in another terminal", "別の端末で試せるコマンド")}
  url=${url}

  # ${inLanguage("a signed sign-in, as the portal makes it (SPEC 5.1); gives a session token", "ポータルと同じ署名付きのサインイン（SPEC 5.1）。セッショントークンを返します")}
  sign_in() { t=$(date +%s); s=$(printf '%s' "$1:$t" | openssl dgst -sha256 -hmac "$(cat ${quoted(secretFile)})" | sed 's/.* //'); curl -s $url/api/auth/sso-token -H 'Content-Type: application/json' -d "{\\"user_id\\":\\"$1\\",\\"timestamp\\":$t,\\"signature\\":\\"$s\\"}"; }
  sign_in ${reader}

  # ${inLanguage("one chunk of a document, ready to display: ", "文書の 1 か所を、そのまま表示できる形で：")}${chunk.title}
  token() { sign_in "$1" | sed 's/.*"token":"\\([^"]*\\)".*/\\1/'; }
  curl -s $url/api/reference -H "Authorization: Bearer $(token ${reader})" -H 'Content-Type: application/json' -d ${quoted(JSON.stringify({ chunkId: chunk.chunk_id, docId: chunk.doc_id }))}

  # ${inLanguage("a question, as a user types it; finds the best sections among those that this reader may see", "利用者が入力する形の質問。この利用者が閲覧できる中から、最も合う箇所を見つけます")}
  curl -s $url/api/search -H "Authorization: Bearer $(token ${reader})" -H 'Content-Type: application/json' -d ${quoted(JSON.stringify({ query: "通勤手当の上限はいくらですか", limit: 3 }))}

  # ${inLanguage("a bulk import by an administrator; the second entry is refused, and the first is imported", "管理者による一括取り込み。2 件目は拒否され、1 件目は取り込まれます")}
  curl -s $url/api/manage/users/bulk -H "Authorization: Bearer $(token ${admin})" -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(newcomers()))}

  # ${inLanguage("the command line, which finds this demo by itself", "コマンドライン。このデモを自動で見つけます")}
  cd ${quoted(folder)}
  npx --no-install retrieval call readAccessRules --document_id board-minutes${elsewhere}
  npx --no-install retrieval call readUser --user_id ${reader}${elsewhere}

  # ${inLanguage("the files that the sample company's portal exports; omit --dry-run to import them", "サンプル会社のポータルが出力するファイル。取り込むには --dry-run を外します")}
  cd ${quoted(folder)}
  npx --no-install retrieval users import ${sampleFile(SAMPLE_FILES.users)} --dry-run${elsewhere}
  npx --no-install retrieval departments import ${sampleFile(SAMPLE_FILES.departments)} --dry-run${elsewhere}
`;
}

/** A user of a factory, who is not registered yet, and an entry without a name. */
function newcomers() {
  const newcomer = sampleUsers().find(({ head_office }) => !head_office);
  if (!newcomer) throw new Error("the sample company has no user outside its head office");
  const { user_id, display_name, department } = newcomer;
  return { users: [{ user_id, display_name, department }, { user_id: "999999" }], update_existing: true };
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Pads to a width on the terminal, where a full-width character takes two columns. */
function pad(text: string, width: number): string {
  const columns = [...text].reduce(
    (sum, char) => sum + (/[\u1100-\u115f\u2e80-\uffe6\u{20000}-\u{3fffd}]/u.test(char) ? 2 : 1),
    0,
  );
  return text + " ".repeat(Math.max(0, width - columns));
}
