import type { REQUEST_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const MEBIBYTE = 1024 * 1024;
const size = (bytes: number) => (bytes % MEBIBYTE === 0 ? `${bytes / MEBIBYTE} MiB` : `${bytes} バイト`);

export const requests: TextsOf<keyof typeof REQUEST_PROBLEMS> = {
  "request.not_http": () => "HTTP の要求として正しくありません",
  "request.other_expectation": () => "Expect ヘッダーに指定できるのは 100-continue だけです",
  "request.tunnel": () => "このサービスではトンネル（CONNECT）を利用できません",
  "request.head_too_long": () => "要求のアドレスとヘッダーが長すぎます",
  "request.chunk_extensions_too_long": () => "要求のチャンク拡張が長すぎます",
  "request.slow": () => "要求が時間内に届きませんでした",
  "host.not_one": () => "Host ヘッダーに、このサービスの名前を 1 つだけ指定してください",
  "host.ill_formed": () => "Host ヘッダーは、ホスト名だけ、またはホスト名とポート番号で指定してください",
  "public_url.unset": () => "サービス自身のアドレスが設定されていません。PUBLIC_URL を設定してください",
  "host.other": () => "要求の Host が、このサービスの名前（PUBLIC_URL）と一致しません",
  "https.required": () => "このサービスには HTTPS で接続してください。アドレスを https:// で始めてください",
  "address.unknown": () => "このアドレスには何もありません",
  "address.undecodable": () => "アドレスが UTF-8 のパーセントエンコーディングになっていません",
  "method.other": ({ methods }) => `このアドレスで使用できるメソッドは ${methods.join("、")} です`,
  "header.condition_not_read": ({ name }) =>
    `この操作は ${name} に対応していないため、何も変更していません。${name} を付けずに送信してください`,
  "if_match.missing": () =>
    "If-Match に、読み取った ETag を指定してください。現在の内容にかかわらず上書きする場合は、* を指定してください",
  "if_match.unknown": () =>
    "If-Match の値が、このアドレスの ETag ではありません。最新の内容を読み取ってから、やり直してください",
  "if_match.outdated": () =>
    "内容が、読み取った時点から変更されています。最新の内容を読み取ってから、やり直してください",
  "idempotency_key.ill_formed": () =>
    "Idempotency-Key は 1 文字以上 255 文字以内の印字可能な ASCII 文字で指定してください。空白、引用符、バックスラッシュは使えません",
  "idempotency_key.in_flight": () =>
    "この Idempotency-Key の要求は始まっていますが、結果はまだわかりません。後でもう一度送信してください。変わらない場合は、実行されたかどうかを確認し、新しいキーを使用してください",
  "idempotency_key.other_request": () =>
    "この Idempotency-Key は別の要求で使用されています。要求ごとに新しいキーを使用してください",
  "idempotency_key.answer_not_kept": () =>
    "この要求は実行されましたが、応答は保存されていません。結果を確認し、別の要求には新しいキーを使用してください",
  "query.undecodable": () => "クエリが UTF-8 のパーセントエンコーディングになっていません",
  "query.repeated_parameter": ({ name }) => `クエリに「${name}」が 2 回以上あります。1 回だけ指定してください`,
  "query.unknown_parameter": ({ name, known }) =>
    `クエリに不明なパラメーター「${name}」があります。${known.length > 0 ? `指定できるのは ${known.join("、")} です` : "このアドレスにはパラメーターを指定できません"}`,
  "answer_id.not_given": () => "answer_id が、あなたへの回答のものではありません",
  "cursor.other_list": () =>
    "cursor が正しくありません。前のページと同じアドレスと条件で指定してください。最初のページから始める場合は、省略してください",
  "cursor.other_version": () =>
    "この cursor の作成後に、文書が新しい版に更新されました。cursor を省略してください。around を指定すると、その箇所から続けられます",
  "body.too_large": ({ bytes }) => `送信内容のサイズが、このアドレスの上限（${size(bytes)}）を超えています`,
  "body.other_type": ({ types }) => `Content-Type に指定できるのは ${types.join("、")} です`,
  "body.other_coding": ({ codings }) => `Content-Encoding に指定できるのは ${codings.join("、")} です`,
  "body.undecodable": () => "送信内容が Content-Encoding と一致しないか、途中で切れています。もう一度送信してください",
  "body.cut_off": () => "送信内容が途中で切れています。もう一度送信してください",
  "body.empty": () => "送信内容が空です。JSON を送信してください",
  "body.not_json": () => "送信内容が UTF-8 の JSON ではありません",
  "body.repeated_name": ({ name }) => `1 つのオブジェクトに「${name}」が 2 回以上あります。1 回だけ指定してください`,
  "body.not_object": () => "送信内容は、オブジェクトで指定してください",
  "body.unknown_field": ({ name }) => `送信内容に不明な項目「${name}」があります`,
  "body.not_valid": () => "送信内容が正しくありません",
  "role.not_admin": () => "この操作には管理者（admin）の権限が必要です",
  "metrics_token.wrong": () => "METRICS_TOKEN のトークンが必要です（Authorization: Bearer <トークン>）",
  "requests.too_many": ({ seconds }) => `要求が多すぎます。${seconds} 秒待ってください`,
  "requests.too_many_waiting": () => "処理待ちの要求が多すぎます。同時に送信する数を減らしてください",
  "downloads.too_many_open": () =>
    "同時に開いているダウンロードが多すぎます。完了を待つか中止してから、もう一度お試しください",
  "service.overloaded": () => "サービスが混み合っています。しばらくしてから、もう一度お試しください",
  "service.away": () =>
    "サービスが一時的に応答できないか、データベースに接続できません。しばらくしてから、もう一度お試しください",
  "service.failed": () =>
    "サービスの内部で問題が発生しました。詳細は、X-Request-Id の値を使ってサービスのログで確認できます",
};
