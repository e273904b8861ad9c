import type { CHANGE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const AGAIN = "after なしで呼び出して最新の位置を取得し、すべてを読み直してから、その位置以降を取得してください";

export const changes: TextsOf<keyof typeof CHANGE_PROBLEMS> = {
  "changes.gone": ({ after, forgotten }) =>
    `位置 ${forgotten} までの変更は保存期間を過ぎており、${after} はそれより前です。${AGAIN}`,
  "changes.ahead": ({ after, last }) =>
    `最新の位置は ${last} で、${after} はそれより後です。データベースが復元されたか、別のデータベースです。${AGAIN}`,
  "webhook.unknown": () => "この Webhook はありません",
  "webhook.url_refused": () =>
    "url は https:// で始まり、ユーザー名とパスワードを含まず、ホストが社内ネットワークのアドレスでないものを指定してください。運用担当者は OUTGOING_PRIVATE_NETWORKS でネットワークを許可できます",
  "webhooks.too_many": ({ max }) => `Webhook は最大 ${max} 件です。先にいずれかを削除してください`,
  "changes.no_readers": () => "この位置に access.changed の変更はありません。位置は変更フィードから取得してください",
};
