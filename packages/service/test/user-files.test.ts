import { describe, expect, test } from "@jest/globals";
import { sentenceOf } from "@retrieval/api/texts";
import { isolatedUserFiles } from "../src/adapters/isolated-csv-files.js";

const LIMITS = { seconds: 60, heap_megabytes: 64 };
const file = (lines: string) => new TextEncoder().encode(`社員番号,氏名\n${lines}`);

describe("a file of users beyond the limits", () => {
  test.each([
    [
      "with too many users",
      LIMITS,
      file("1,2\n".repeat(20_001)),
      "At line 20002 the file has more than 20000 users, the most that a file may have.",
    ],
    [
      "that takes too long",
      { ...LIMITS, seconds: 0.001, elapsed_seconds: 60 },
      file("\n".repeat(5_000_000)),
      "The file takes longer than 0.001 seconds to read. Remove empty lines.",
    ],
  ])("%s is refused with advice that deactivates no user", async (_what, limits, bytes, words) => {
    const read = await isolatedUserFiles(limits)(bytes);
    expect("code" in read && sentenceOf([read], "en")).toBe(
      `${words} An import may be split into several files; a synchronisation may not, because each part would deactivate the users in the other parts.`,
    );
  });
});
