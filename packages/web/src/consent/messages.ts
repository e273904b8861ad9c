import { catalog } from "../i18n/i18n.js";

export const messages = catalog({
  title: (host: string) => [`Connect ${host} to the documents?`, `${host} を文書検索に接続しますか？`],
  lead: [
    "Allow this only if you have just begun to connect this application yourself.",
    "ご自身がこのアプリケーションの接続を始めた場合にだけ、許可してください。",
  ],
  application: ["Application", "アプリケーション"],
  name: ["It calls itself", "アプリケーションの自称"],
  nameless: ["Nothing", "なし"],
  returns: ["You return to", "回答後に戻る先"],
  thisComputer: ["A program on this computer", "このコンピューター上のプログラム"],
  may: ["It may", "許可する内容"],
  mayText: [
    "Search and read the documents that the access rules allow you. It can change nothing.",
    "アクセスルールであなたに許可されている文書の検索と閲覧。変更の操作はできません。",
  ],
  period: ["For", "期間"],
  periodText: (days: number) => [
    `At most ${days} days. You can end it at any time, under your access tokens.`,
    `最長 ${days} 日間。アクセストークンの画面から、いつでも取り消せます。`,
  ],
  nameWarning: [
    "Only the host is checked. Anyone can choose the name.",
    "確認済みなのはホスト名だけです。名前は誰でも自由に名乗れます。",
  ],
  localWarning: [
    "The answer goes to a program on this computer. Another program here could pose as this application: allow it only if you started it.",
    "回答は、このコンピューター上のプログラムに渡されます。別のプログラムがなりすましている可能性もあるため、ご自身で起動した場合にだけ許可してください。",
  ],
  allow: ["Allow", "許可する"],
  deny: ["Deny", "許可しない"],
  notDecided: ["Your answer was not taken", "回答を受け付けられませんでした"],
  toPortal: ["Open the portal in a new tab", "社内ポータルを新しいタブで開く"],
  gone: ["No application waits for your answer", "確認待ちのアプリケーションはありません"],
  goneText: [
    "The request has expired, is answered already, or began in another browser. Start again from the application.",
    "要求が期限切れか、回答済み、または別のブラウザーで始められたものです。アプリケーションからやり直してください。",
  ],
  leaving: ["Returning to the application…", "アプリケーションに戻っています…"],
  refused: ["The application cannot be connected", "アプリケーションを接続できません"],
  reasons: {
    invalid_client: [
      "Its metadata document cannot be read, or is not valid. Ask its provider to correct it.",
      "アプリケーションのメタデータ文書を読み取れないか、内容が正しくありません。アプリケーションの提供元にお問い合わせください。",
    ],
    invalid_redirect_uri: [
      "It asks to return to an address that its metadata document does not name.",
      "メタデータ文書に記載のないアドレスへ戻ることを求めています。アプリケーションの提供元にお問い合わせください。",
    ],
    temporarily_unavailable: [
      "Too many applications were connected from here in this minute. Try again in a minute.",
      "この 1 分間に、ここから接続の要求が多数ありました。1 分ほど待ってから、もう一度お試しください。",
    ],
    other: [
      "Its request has expired or is not valid. Start again from the application.",
      "要求が期限切れか、正しくありません。アプリケーションからやり直してください。",
    ],
  },
});
