import type { REQUEST_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const requests: TextsOf<keyof typeof REQUEST_PROBLEMS> = {
  "body.too_large": ({ bytes }) => `The body is larger than the ${bytes} bytes that this address takes`,
  "body.other_type": ({ types }) => `The body's Content-Type must be ${types.join(" or ")}`,
  "body.other_coding": ({ codings }) => `The body's Content-Encoding must be ${codings.join(", ")}`,
  "body.undecodable": () => "The body is not what its Content-Encoding says, or was cut off",
  "body.cut_off": () => "The body was cut off",
};
