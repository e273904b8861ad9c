import type { USER_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const ROLES = { admin: "管理者", developer: "開発者", user: "一般ユーザー" };

export const users: TextsOf<keyof typeof USER_PROBLEMS> = {
  "user.unknown": () => "このユーザーは登録されていません",
  "user.gone": () => "このユーザーはすでに存在しません",
  "user_id.duplicate": ({ first_index }) => `同じ社員番号が、この要求の ${first_index} 番目（先頭は 0）にあります`,
  "user_id.duplicate_line": ({ first_line }) => `同じ社員番号が ${first_line} 行目にあります`,
  "user_id.other_in_path": () => "送信内容の社員番号（user_id）が、アドレスの社員番号と異なります",
  "user_id.not_in_address": () => "この社員番号（user_id）はアドレスに使用できません。一括取り込みを使用してください",
  "user_id.pseudonym": () => "user_id が消去済みの利用者の仮名です。社員番号を指定してください",
  "email.ill_formed": () => "メールアドレスの形式が正しくありません",
  "role.not_in_file": ({ role }) =>
    `ファイルにありませんが、${ROLES[role]}のため有効なままです。退職などの場合は、個別に無効にしてください`,
  "role.left_alone": ({ role }) => `${ROLES[role]}のため、同期の対象外です`,
  "user.stays_inactive": ({ via }) =>
    `無効なユーザーです。無効のまま更新します。有効に戻すには、${via === "call" ? "is_active に true を指定してください" : "同期で取り込んでください"}`,
  "department_code.unknown": () => "部署コードが部署マスターにありません。コードはそのまま登録されます",
  "department.unmatched": ({ why }) =>
    why === "unknown"
      ? "部署が部署マスターにないため、部署コードを設定できません"
      : "部署名が部署マスターに複数あるため、部署コードを設定できません",
  "admin.own_role": () =>
    "自分自身の管理者権限を外したり、自分自身を無効にしたりすることはできません。別の管理者に依頼してください",
  "admin.last": () => "ほかに有効な管理者（admin）がいません。先に別のユーザーを管理者にしてください",
  "user.active": () => "有効なユーザーです。先に無効にし（is_active を false）、24 時間が経過してから消去してください",
  "user.recently_active": ({ erasable_from }) =>
    `無効にしてから 24 時間が経過していません。${erasable_from} 以降に、もう一度実行してください`,
  "deactivations.too_many": ({ count, max }) =>
    `24 時間以内に無効にする人が多すぎます（${count} 人目。確認なしで無効にできるのは ${max} 人まで）。意図したものであれば、無効にする人数 N を yes_deactivate=N で指定して、もう一度送信してください`,
  "user_id.shortened": ({ user_id }) =>
    `${user_id} は、表計算ソフトが桁数の多い数字を書き換えた形です。列を文字列にして、出力し直してください`,
  "user_id.full_width": ({ user_id, half_width }) =>
    `${user_id} に全角数字があります。${half_width} とは別のユーザーとして扱われます`,
  "user_id.leading_zeros": ({ user_id, known }) =>
    `${user_id} は、登録済みの ${known} と先頭のゼロだけが異なります（表計算ソフトが先頭のゼロを消した可能性があります）`,
};
