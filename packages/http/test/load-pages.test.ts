import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { loadPages } from "@retrieval/http";

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

describe("loadPages", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-pages-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("says null where the pages are not built", async () => {
    expect(await loadPages(folder)).toBeNull();
    expect(await loadPages(join(folder, "nothing"))).toBeNull();
  });

  it("hashes the scripts that stand in the page, as a browser has their text, and no others", async () => {
    await writeFile(
      join(folder, "index.html"),
      `<script>one\r\n()</script><script type="module" crossorigin src="/assets/a.js"></script><SCRIPT data-src="x">\n</SCRIPT >`,
    );
    const pages = await loadPages(folder);
    expect(pages?.inlineScripts).toEqual([hashOf("one\n()"), hashOf("\n")]);
  });

  it("takes FILE.br and FILE.gz for FILE, and passes over the index and what begins with a dot", async () => {
    await mkdir(join(folder, "assets"));
    await mkdir(join(folder, ".vite"));
    const names = ["index.html", "index.html.br", "assets/ä b.js", "assets/ä b.js.gz", "assets/lonely.gz"];
    for (const name of [...names, ".env", ".vite/manifest.json"]) await writeFile(join(folder, name), name);
    const pages = await loadPages(folder);
    expect([...(pages?.files.keys() ?? [])].sort()).toEqual(["/assets/%C3%A4%20b.js", "/assets/lonely.gz"]);
    const file = pages?.files.get("/assets/%C3%A4%20b.js");
    expect(file).toMatchObject({ extension: ".js", br: null });
    expect(String(file?.gzip?.bytes)).toBe("assets/ä b.js.gz");
    expect(String(pages?.index.br?.bytes)).toBe("index.html.br");
  });
});
