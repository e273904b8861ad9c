/** Problems with the body of a request, before it is read. */
export const REQUEST_PROBLEMS = {
  "body.too_large": { bytes: "number" },
  "body.other_type": { types: "texts" },
  "body.other_coding": { codings: "texts" },
  "body.undecodable": {},
  "body.cut_off": {},
} as const;
