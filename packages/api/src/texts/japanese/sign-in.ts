import type { SIGN_IN_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const signIn: TextsOf<keyof typeof SIGN_IN_PROBLEMS> = {
  "sign_in.not_object": () => "送信内容は、JSON オブジェクト {user_id, timestamp, signature} で指定してください",
  "timestamp.not_integer": () => "timestamp は、UNIX 時刻（秒）を JSON の整数で指定してください",
  "timestamp.milliseconds": () => "timestamp は、UNIX 時刻を秒で指定してください（ミリ秒が指定されているようです）",
  "timestamp.old": ({ max }) => `timestamp が ${max} 秒より前の時刻です。署名し直し、ポータルの時計を確認してください`,
  "timestamp.ahead": ({ max }) =>
    `timestamp がサービスの時計より ${max} 秒を超えて進んでいます。ポータルの時計を確認してください`,
  "signature.not_text": () => "signature は、小文字の 16 進数 64 文字で指定してください",
  "signature.wrong": () => "署名が一致しません",
  "signature.used": () => "この署名付きリクエストはすでに使用されています。新しく署名し直してください",
  "user.unregistered": () => "この社員番号（user_id）のユーザーは、登録されていないか、無効です",
  "token.missing": () => "トークンが必要です（Authorization: Bearer <token>）",
  "token.not_valid": () => "セッショントークンが無効か、期限切れです。ポータルからサービスを開き直してください",
};
