import { expect, it } from "@jest/globals";
import { textHash, versionHash } from "../../src/chunks/text-hash.js";

it("the hash of a version is that of the text hashes of its chunks, a line each", () => {
  const hashes = ["一", "二"].map((content) => textHash({ text_type: "paragraph", content, content_md: null }));
  // By sha256sum: of "paragraph\n一\n", of "paragraph\n二\n", and of both results joined by a line feed.
  expect(versionHash(hashes)).toBe("sha256:f35f9b61f5f764ef3854099a6ead4e9484d97dab6d74af9bb7c6478d7ecdd8f1");
});
