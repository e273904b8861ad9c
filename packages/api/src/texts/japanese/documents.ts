import type { DOCUMENT_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const documents: TextsOf<keyof typeof DOCUMENT_PROBLEMS> = {
  "document.unknown": () => "この文書はありません",
  "document_id.ill_formed": () =>
    "文書 ID は、文字または数字で始め、文字、数字、「.」「_」「-」だけを 128 文字以内で指定してください",
  "document_id.impossible": () => "この文書 ID を持つ文書はありません",
  "draft.unknown": () => "公開待ちの下書きはありません",
  "draft.not_kept": () => "この下書きは保存していません",
  "version.not_published": () => "この版は公開していません",
  "version.superseded": () => "後からのアップロードまたは削除が先に反映されたため、この版は保存していません",
  "version.rule_outdated": () =>
    "この版の送信後にアクセスルールが変更されたため、現在のアクセスルールをそのまま使います。この版と一緒に指定されたアクセスルールは適用していません",
  "upload.empty": () => "ファイルが空です。内容のあるファイルを選択してください",
  "upload.not_json": () => "ファイルの内容が UTF-8 の JSON ではありません。UTF-8 の JSON で保存し直してください",
  "upload.envelope_too_large": ({ megabytes }) => `chunks 以外の部分のサイズが上限（${megabytes} MiB）を超えています`,
  "upload.rule_not_json": () => "アクセスルールの指定（access_rules）が JSON ではありません",
  "upload.rule_null": () =>
    "access_rules は、オブジェクトで指定してください。アクセスルールを指定しない場合は、項目ごと省略してください",
  "upload.misplaced_fields": ({ fields }) =>
    `構造化チャンクでは、${fields.join("、")} をファイルの JSON の中（chunks と同じ階層）に記述してください`,
  "change.none": () => "何も変更していません",
  "sender.not_admin": ({ user_id }) =>
    `${user_id} は有効な管理者ではなくなりました。ほかの管理者がもう一度送信してください`,
};
