import type { ACCESS_TOKEN_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const accessTokens: TextsOf<keyof typeof ACCESS_TOKEN_PROBLEMS> = {
  "access_token.not_valid": () =>
    "アクセストークンが無効か、期限切れ、または取り消し済みです。画面から新しいトークンを発行してください",
  "access_token.unknown": () => "このアクセストークンは存在しないか、すでに無効になっています",
  "access_token.other_audience": () => "この種類のトークンでは、このアドレスを利用できません",
  "access_token.no_principals": () =>
    "アクセストークンでは、ユーザーの部署とグループを取得できません。principals を付けずに要求するか、セッションのトークンを使用してください",
  "access_tokens.too_many": ({ max }) =>
    `アクセストークンが上限（${max} 個）に達しています。不要なトークンを取り消してください`,
  "access_tokens.too_many_new": ({ max }) =>
    `この 1 時間に発行したアクセストークンが上限（${max} 個）に達しました。次の時間帯になってから発行してください`,
  "access_tokens.sign_in_again": ({ minutes }) =>
    `アクセストークンの発行とアプリケーションの接続ができるのは、サインインから ${minutes} 分以内です。社内ポータルからこのサービスを開き直してください`,
  "access_tokens.off": () => "このサービスでは、アクセストークンの利用が停止されています",
  "authorization.no_registration": () =>
    "このサービスは、アプリケーションの登録を受け付けません。アプリケーションは、クライアント ID メタデータ文書のアドレスで示されます。文書のないアプリケーションには、画面で発行したアクセストークンを貼り付けてください",
  "authorization.unknown": () =>
    "確認待ちのアプリケーションがありません。期限切れか、回答済み、または別のブラウザーで始められたものです。アプリケーションからやり直してください",
  "assistants.off": () => "このサービスでは、アシスタントからの接続が停止されています",
};
