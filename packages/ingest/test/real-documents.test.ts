import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { phraseOf } from "@retrieval/api/texts";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import { structureDocument } from "@retrieval/core/chunks";
import { expectEveryCharacter } from "./accounting.js";
import { read, sectionsOf } from "./read.js";

const samples = fileURLToPath(new URL("../../demo/sample/documents", import.meta.url));
const golden = fileURLToPath(new URL("golden", import.meta.url));

test.each(readdirSync(samples).filter((name) => name.endsWith(".md")))(
  "every character of the sample document %s is in its chunks, once and in order",
  async (name) => expectEveryCharacter(readFileSync(`${samples}/${name}`, "utf8")),
);

test.each(["work-rules", "employee-handbook-en"])(
  "the sample document %s has the same sections without the marks of its headings",
  async (name) => {
    const markdown = readFileSync(`${samples}/${name}.md`, "utf8");
    expect(await sectionsOf(markdown.replaceAll(/^#{2,6} +/gm, ""))).toEqual(await sectionsOf(markdown));
  },
);

describeWithRealData("the rules of a real company", () => {
  const folder = `${realDataDir}/handbook-ja`;

  test("every character of every file is in its chunks, once and in order", async () => {
    const names = readdirSync(folder);
    expect(names).toHaveLength(7);
    for (const name of names) await expectEveryCharacter(readFileSync(`${folder}/${name}`, "utf8"));
  });

  test("the outlines are the ones that were checked by eye (UPDATE_GOLDEN=1 rewrites them)", async () => {
    for (const name of readdirSync(folder)) {
      const outline = await outlineOf(readFileSync(`${folder}/${name}`, "utf8"));
      const file = `${golden}/${name.replace(".md", ".txt")}`;
      if (process.env.UPDATE_GOLDEN) writeFileSync(file, outline);
      expect(outline).toBe(readFileSync(file, "utf8"));
    }
  });
});

/** The warnings, then a line a chunk: chunk_id, the section that it opens, the beginning of its text_hash. No texts. */
async function outlineOf(markdown: string): Promise<string> {
  const { tree, title, warnings } = await read(markdown);
  const chunks = structureDocument({ document_id: "d", title: title ?? "d" }, tree);
  const lines = chunks.map(({ chunk_id, text_type, metadata: { section_path, text_hash } }) => {
    const opened = text_type === "heading" || text_type === "annex_title" ? section_path.at(-1) : undefined;
    const section = opened ? ` ${opened.type} [${opened.label}] ${opened.title}` : "";
    return `${"  ".repeat(section_path.length)}${chunk_id}${section} ${text_hash.slice(7, 19)}`;
  });
  return `${[`title: ${title}`, ...warnings.map((warning) => `warning: ${phraseOf([warning], "en")}`), ...lines].join("\n")}\n`;
}
