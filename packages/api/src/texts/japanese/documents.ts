import type { DOCUMENT_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const documents: TextsOf<keyof typeof DOCUMENT_PROBLEMS> = {
  "document.unknown": () => "この文書はありません",
  "document.abolished": ({ title, effective_on, reason, replaced_by }) =>
    `${title} は ${effective_on} に廃止されました。理由：${reason.replace(/[.。]$/, "")}${replaced_by === null ? "" : `。後継の文書：${replaced_by}`}`,
  "document.not_editor": ({ editors }) =>
    `この文書を変更できるのは、次の管理者だけです：${editors.join("、")}。いずれかの管理者に依頼してください`,
  "editors.none_active": ({ editors }) =>
    `編集者（${editors.join("、")}）の中に、有効な管理者がいません。1 人以上を含めるか、すべての管理者が編集できるよう空にしてください`,
  "document_id.ill_formed": () =>
    "文書 ID（document_id）は、文字または数字で始め、文字、数字、「.」「_」「-」だけを 128 文字以内で指定してください",
  "document_id.repeated": () =>
    "同じ文書 ID（document_id）のファイルがほかにもあります。どちらかを変更するか、除いてください",
  "draft.unknown": () => "この文書に下書きはありません",
  "draft.replaced": () => "下書きは別のものに置き換えられています。新しい下書きを確認してから、やり直してください",
  "draft.own_approval": () =>
    "この下書きはご自身がアップロードしたものです（FOUR_EYES=true）。承認または差し戻しを、ほかの管理者に依頼してください",
  "draft.needs_approval": () => "この版は、ほかの管理者が承認するまで下書きとして保存されます",
  "draft.waits": ({ version, by_user }) =>
    `施行日またはアップロードした管理者が異なる下書き（版「${version}」${by_user === null ? "" : `、${by_user} がアップロード`}）があります（FOUR_EYES=true）。先にその下書きを公開するか、差し戻すか、削除してください。この版で置き換える場合は、下書きとして保存してください（publish=false）`,
  "draft.not_kept": () => "この下書きは保存していません",
  "version.unknown": () => "この文書にその版はありません",
  "version.not_to_confirm": ({ number }) =>
    `第 ${number} 版は確認の対象ではありません。notice=confirm を指定せずに公開されたか、後の版に置き換わったか、このユーザーに確認を求めていません`,
  "version.not_published": () => "この版は公開していません",
  "version.superseded": () => "後からのアップロードまたは削除が先に反映されたため、この版は保存していません",
  "version.rule_outdated": () =>
    "この版の送信後にアクセスルールが変更されたため、現在のアクセスルールをそのまま使います。この版と一緒に指定されたアクセスルールは適用していません",
  "version.rule_replaced": () =>
    "文書のアクセスルールを、この版と一緒に指定されたものに置き換えました。以前のアクセスルールは履歴から復元できます",
  "version.effective_from_past": ({ effective_from }) =>
    `施行日（${effective_from}）が過去の日付のため、この版は直ちに施行されました`,
  "version.not_in_force": ({ effective_from, in_force_from }) =>
    `施行日（${effective_from}）が、現在の版の施行日または廃止日（${in_force_from}）より前のため、過去の版として保存しました。施行中ではありません`,
  "version.label_differs_from_date": ({ version, effective_from }) =>
    `版の名前は ${version} ですが、施行日は ${effective_from} です。意図と違う場合は施行日（effective_from）を訂正してください`,
  "version.confirm_by_past": () => "confirm_by が過ぎています。今日以降の日付を指定してください",
  "version.revives": ({ effective_from, abolished_on }) =>
    `この文書は ${abolished_on} で廃止されることになっていますが、この版により ${effective_from} から再び施行されます`,
  "document.ended": ({ effective_on }) =>
    `この文書は ${effective_on} に廃止されました。再び施行する場合は、effective_from を指定してください`,
  "version.confirm_by_alone": () =>
    "confirm_by を指定するには notice=confirm が必要です。両方を指定するか、confirm_by を省略してください",
  "version.in_force": () => "この版は施行中です。先に次の版を公開するか文書を廃止し、もう一度操作してください",
  "version.none_in_force": () =>
    "この施行日にすると、今日施行中の版がなくなります。先に次の版を公開するか、文書を廃止してください",
  "document.was_in_force": () =>
    "この文書は施行されたことがあるため、削除せずに保存します。代わりに廃止してください（POST …/abolish）。閲覧者には表示されなくなり、版は残ります",
  "document.kept": ({ years }) =>
    `この文書は施行中または施行前であるか、失効から ${years} 年（RETENTION_YEARS）が経過していません。廃止して保存期間の終了を待つか、根拠となる命令を legal_order に指定してください`,
  "abolition.successor_unknown": () =>
    "replaced_by には、公開済みの別の文書の document_id、または null を指定してください",
  "abolition.too_early": ({ first }) =>
    `廃止日（effective_on）には、現在の版の施行日または前回の廃止日（${first}）以降の日付を指定してください`,
  "abolition.unknown": () => "この文書に、予定されている廃止はありません",
  "upload.empty": () => "送信内容が空です。ファイルの内容を、リクエスト本文としてそのまま送信してください",
  "upload.envelope_too_large": ({ megabytes }) =>
    `送信内容のうち、chunks 以外の部分のサイズが上限（${megabytes} MiB）を超えています`,
  "upload.rule_not_json": () => "クエリの access_rules は、JSON で指定してください",
  "upload.editors_not_json": () =>
    'クエリの editors は、社員番号（user_id）の JSON 配列で指定してください（例：["100001"]）',
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
