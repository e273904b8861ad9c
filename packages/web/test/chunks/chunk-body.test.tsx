/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { TextType } from "@retrieval/core/chunks";
import { cleanup, render } from "@testing-library/react";
import { ChunkBody } from "../../src/chunks/chunk-body.js";
import type { Highlight } from "../../src/chunks/highlight.js";

afterEach(cleanup);

const TABLE =
  "| 種類 | 額 |\n| --- | ---: |\n| 日当 | 4,500 |\n| 宿泊料 | 22,000 |\n| 交通費 | 実費 |\n| 支度料 | 10,000 |";

const chunk = (text_type: TextType, body_text: string | null, body_md: string | null) => ({
  text_type,
  display: { title: "", breadcrumb: [], body_text, body_md },
});

function shown(given: ReturnType<typeof chunk>, highlights: Highlight[] = []) {
  return render(<ChunkBody chunk={given} highlights={highlights} />).container;
}

const marksOf = (element: Element) => [...element.querySelectorAll("mark")].map((mark) => mark.textContent);

describe("A chunk's body", () => {
  it("is a paragraph with its white space", () => {
    const text = "  一　行目\n\n\t二行目  *not* <b>markup</b>";
    expect(shown(chunk("paragraph", text, null)).querySelector("p")?.textContent).toBe(text);
  });

  it("is a real table", () => {
    const table = shown(chunk("table", null, TABLE)).querySelector("table");
    expect([...(table?.querySelectorAll("th") ?? [])].map((cell) => cell.textContent)).toEqual(["種類", "額"]);
    expect(table?.querySelectorAll("tbody tr")).toHaveLength(4);
    expect(table?.querySelector<HTMLElement>("td:nth-child(2)")?.style.textAlign).toBe("right");
  });

  it("has the line breaks of a cell, and other markup as text", () => {
    const table = shown(chunk("table", null, "| a |\n| - |\n| x<br>y<b>z |"));
    expect(table.querySelector("td")?.innerHTML).toContain("x<br>");
    expect(table.querySelector("td")?.textContent).toMatch(/y(?:<b>)?z/);
  });

  it("is a list", () => {
    const list = shown(chunk("list", "3. c", "3. three\n4. four"));
    expect(list.querySelector("ol")?.getAttribute("start")).toBe("3");
    expect(list.querySelectorAll("li")).toHaveLength(2);
  });

  it("has no second sign before an item with one of its own", () => {
    const items = ["４　災害その他", "①　本人が結婚したとき", "（ア） 手待時間", "【第21条】", "4 days", "三六協定"];
    const list = shown(chunk("list", items.join("\n"), items.map((item) => `- ${item}`).join("\n")));
    const marked = [...list.querySelectorAll("li")].map(({ className }) => className === "marked");
    expect(marked).toEqual([true, true, true, true, false, false]);
  });

  it("marks highlights, in a text and in a table", () => {
    expect(marksOf(shown(chunk("paragraph", "通勤手当の上限", null), [[0, 4]]))).toEqual(["通勤手当"]);
    const at = TABLE.indexOf("宿泊料");
    expect(marksOf(shown(chunk("table", null, TABLE), [[at, at + 2]]))).toEqual(["宿泊"]);
  });
});

const ATTACKS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<a href='javascript:alert(1)'>x</a>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java&#9;script:alert(1))",
  "[x](java&Tab;script:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](vbscript:alert(1))",
  "[x](//evil.example/)",
  "[x](/api/manage/users)",
  "[x]: javascript:alert(1)\n\n[x]",
  "<javascript:alert(1)>",
  "![x](https://evil.example/pixel.png)",
  "![x](data:image/svg+xml,<svg onload=alert(1)>)",
  '[x](https://ok.example/ "onmouseover=alert(1)")',
  "`<script>alert(1)</script>`",
  "<style>*{display:none}</style>",
  '<div id="root" class="x" style="position:fixed">x</div>',
  "<form action=https://evil.example><input name=a></form>",
  "<base href=https://evil.example>",
  "<meta http-equiv=refresh content=0;url=https://evil.example>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
];
const SAFE_TAGS = new Set(
  "DIV SECTION P TABLE THEAD TBODY TR TH TD UL OL LI A SPAN EM STRONG DEL CODE PRE BLOCKQUOTE H1 H2 H3 HR BR MARK".split(
    " ",
  ),
);

describe.each(ATTACKS)("The hostile text %j", (attack) => {
  it.each([
    ["a table", chunk("table", null, `| a |\n| --- |\n| ${attack.replaceAll("\n", " ")} |`)],
    ["a list", chunk("list", attack, `- ${attack}`)],
    ["a paragraph", chunk("paragraph", attack, null)],
  ])("stays text in %s", (_where, given) => {
    const body = shown(given);
    for (const element of body.querySelectorAll("*")) {
      expect(SAFE_TAGS).toContain(element.tagName);
      for (const { name } of element.attributes) expect(name).not.toMatch(/^on|^src|^id$|^srcdoc$|^action$/);
      const address = element.getAttribute("href");
      if (address !== null) expect(address).toMatch(/^(https?:|mailto:)/);
    }
  });
});
