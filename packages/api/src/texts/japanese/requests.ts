import type { REQUEST_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const MEBIBYTE = 1024 * 1024;
const size = (bytes: number) => (bytes < MEBIBYTE ? `${bytes} バイト` : `${Math.floor(bytes / MEBIBYTE)} MB`);

export const requests: TextsOf<keyof typeof REQUEST_PROBLEMS> = {
  "body.too_large": ({ bytes }) => `ファイルのサイズが上限（${size(bytes)}）を超えています`,
  "body.other_type": ({ types }) => `Content-Type は、次のいずれかにしてください：${types.join("、")}`,
  "body.other_coding": ({ codings }) => `Content-Encoding は、次のいずれかにしてください：${codings.join("、")}`,
  "body.undecodable": () =>
    "ファイルの圧縮形式が正しくないか、送信が途中で切れました。もう一度アップロードしてください",
  "body.cut_off": () => "ファイルの送信が途中で切れました。もう一度アップロードしてください",
};
