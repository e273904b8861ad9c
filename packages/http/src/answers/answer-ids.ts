import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";

/** Digits of an id by chance; the others prove it. */
const BY_CHANCE = 16;

/**
 * Ids of answers that only this service can give: UUIDs of version 8 (RFC 9562 §5.8) of which one half is by chance and
 * the other is an HMAC of it and of the user, 60 bits each. So a judgement needs no table to tell whose answer it is about.
 */
export class AnswerIds {
  /** @param keys the first one gives; the others, of secrets that are being changed, are accepted as well */
  constructor(private readonly keys: readonly [KeyObject, ...KeyObject[]]) {}

  /** @param random a UUID */
  give(user_id: string, random: string): string {
    return idOf(random.replaceAll("-", ""), user_id, this.keys[0]);
  }

  wasGiven(user_id: string, answer_id: string): boolean {
    const digits = answer_id.replaceAll("-", "");
    const isOf = (key: KeyObject) =>
      timingSafeEqual(Buffer.from(idOf(digits, user_id, key), "utf8"), Buffer.from(answer_id, "utf8"));
    return this.keys.some(isOf);
  }
}

/** @param digits 32 hexadecimal ones, of which the half by chance is kept */
function idOf(digits: string, user_id: string, key: KeyObject): string {
  const chance = `${digits.slice(0, 12)}8${digits.slice(13, BY_CHANCE)}`;
  const proof = createHmac("sha256", key)
    .update(JSON.stringify([chance, user_id]), "utf8")
    .digest("hex");
  const all = `${chance}8${proof.slice(0, 15)}`;
  return [all.slice(0, 8), all.slice(8, 12), all.slice(12, 16), all.slice(16, 20), all.slice(20)].join("-");
}
