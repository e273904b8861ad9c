import type { DOCUMENT_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const documents: TextsOf<keyof typeof DOCUMENT_PROBLEMS> = {
  "document.unknown": () => "この文書はありません",
  "document.not_editor": ({ editors }) =>
    `この文書を変更できるのは、次の管理者だけです：${editors.join("、")}。いずれかの管理者に依頼してください`,
  "document_id.ill_formed": () =>
    "文書 ID（document_id）は、文字または数字で始め、文字、数字、「.」「_」「-」だけを 128 文字以内で指定してください",
  "document_id.repeated": () =>
    "同じ文書 ID（document_id）のファイルがほかにもあります。どちらかを変更するか、除いてください",
  "draft.unknown": () => "この文書に下書きはありません",
  "draft.not_kept": () => "この下書きは保存していません",
  "version.unknown": () => "この文書にその版はありません",
  "version.not_to_confirm": ({ number }) =>
    `第 ${number} 版は確認の対象ではありません。notice=confirm を指定せずに公開されたか、現行でも施行予定でもありません`,
  "version.not_published": () => "この版は公開していません",
  "version.superseded": () => "後からのアップロードまたは削除が先に反映されたため、この版は保存していません",
  "version.rule_outdated": () =>
    "この版の送信後にアクセスルールが変更されたため、現在のアクセスルールをそのまま使います。この版と一緒に指定されたアクセスルールは適用していません",
  "version.rule_replaced": () =>
    "文書のアクセスルールを、この版と一緒に指定されたものに置き換えました。以前のアクセスルールは履歴から復元できます",
  "upload.empty": () => "送信内容が空です。ファイルの内容を、リクエスト本文としてそのまま送信してください",
  "upload.envelope_too_large": ({ megabytes }) =>
    `送信内容のうち、chunks 以外の部分のサイズが上限（${megabytes} MiB）を超えています`,
  "upload.rule_not_json": () => "クエリの access_rules は、JSON で指定してください",
  "upload.editors_not_json": () => 'クエリの editors は、社員番号の JSON 配列で指定してください（例：["100001"]）',
  "upload.rule_null": () =>
    "access_rules は、オブジェクトで指定してください。アクセスルールを指定しない場合は、項目ごと省略してください",
  "upload.misplaced_fields": ({ fields }) =>
    `構造化チャンクでは、${fields.join("、")} をクエリに指定できません。送信する JSON の中（chunks と同じ階層）に指定してください`,
  "upload.no_original": () => "構造化チャンクには保存する元のファイルがありません。original は省略してください",
  "original.shows_edits": () =>
    "元のファイルは閲覧者がダウンロードできます。ファイルにあるコメント、変更履歴、非表示の部分も、閲覧者が読めます",
  "change.none": () => "何も変更していません",
  "sender.not_admin": ({ user_id }) =>
    `${user_id} は有効な管理者ではなくなりました。ほかの管理者がもう一度送信してください`,
};
