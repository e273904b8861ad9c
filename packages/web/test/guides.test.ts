import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import type { Root } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import { readGuides, type Source } from "../build/guides/guides.js";
import { parseGuide } from "../build/guides/parse-guide.js";
import { renderGuides } from "../build/guides/plugin.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

const JAPANESE = /[\u3040-\u30FF\u4E00-\u9FFF]/;

/** Each document that is there in both languages: the guides, and README.md. */
const PAIRS = [
  ["README", { file: "README.md" }, { file: "README.ja.md" }] as const,
  ...readGuides().flatMap(({ name, en, ja }) => (ja === undefined ? [] : [[name, en, ja] as const])),
];

const parsed = new Map<Source, Root>();

function rootOf(source: Source): Root {
  const root = parsed.get(source) ?? parseGuide(source).root;
  parsed.set(source, root);
  return root;
}

/** The order of headings, tables, code blocks and pictures, without their words. */
function structureOf(source: Source): string[] {
  const found: string[] = [];
  visit(rootOf(source), (node) => {
    if (node.type === "heading") found.push(`heading of level ${node.depth}`);
    if (node.type === "table") found.push(`table of ${node.children.length} rows, ${node.align?.length} columns`);
    if (node.type === "code") found.push(`code in ${node.lang} ${node.meta ?? ""}`.trimEnd());
    if (node.type === "image") found.push("picture");
  });
  return found;
}

/**
 * Code without what is in the page's language: comments, the words that it prints, and the name of the language. Blocks
 * without a language show what is printed.
 */
function codeOf(source: Source): string[] {
  const code: string[] = [];
  visit(rootOf(source), "code", ({ lang, value }) => {
    if (lang === "ts" || lang === "js") code.push(withoutWords(withoutComments(value)));
    else if (lang !== null) code.push(withoutComments(value));
  });
  return code;
}

const withoutComments = (code: string) =>
  code
    .replace(/^\s*\/\*\*.*?\*\/\n?/gms, "")
    .split("\n")
    .map((line) => line.replace(/(^|\s)(#|\/\/)\s.*$/, "").trimEnd())
    .filter((line) => line !== "")
    .join("\n");

const withoutWords = (script: string) =>
  script
    .replace(/`[^`]*`/g, (template) => `\`${(template.match(/\$\{[^}]*\}/g) ?? []).join()}\``)
    .replace(/(?<=console\.\w+\()"[^"]*"/g, '""')
    .replaceAll('"ja"', '"en"');

/** What is written in code marks in a text: commands, settings, keys, fields, values. */
function termsOf(source: Source): Set<string> {
  const terms = new Set<string>();
  visit(rootOf(source), "inlineCode", ({ value }) => {
    // A text in Japanese has other words in English.
    if (!JAPANESE.test(value)) terms.add(value);
  });
  visit(rootOf(source), "text", ({ value }) => {
    for (const [name] of value.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)) terms.add(name);
  });
  return terms;
}

describe.each(PAIRS)("%s in English and Japanese", (_name, en, ja) => {
  it("have the same headings, tables, code and pictures in the same order", () => {
    expect(structureOf(ja)).toEqual(structureOf(en));
  });

  it("have the same commands and code", () => {
    expect(codeOf(ja)).toEqual(codeOf(en));
  });

  it("name the same settings, commands and values", () => {
    const [english, japanese] = [termsOf(en), termsOf(ja)];
    expect({
      onlyInJapanese: [...japanese].filter((term) => !english.has(term)),
      onlyInEnglish: [...english].filter((term) => !japanese.has(term)),
    }).toEqual({ onlyInJapanese: [], onlyInEnglish: [] });
  });

  it("say in every heading and picture something in Japanese", () => {
    const inEnglish: string[] = [];
    visit(rootOf(ja), (node) => {
      const text = node.type === "heading" ? textOf(node) : node.type === "image" ? (node.alt ?? "") : null;
      if (text !== null && !JAPANESE.test(text)) inEnglish.push(text);
    });
    expect(inEnglish).toEqual(en.file === "README.md" ? ["Retrieval Service"] : []);
  });
});

describe("the guides that the service serves", () => {
  const pictures: string[] = [];
  const { pages, files } = renderGuides("/assets/guide.css", (path) => {
    pictures.push(path);
    return `/assets/${path.split("/").at(-1)}`;
  });

  it("have their pictures, and links that lead to a page and a heading", () => {
    expect(pictures.length).toBeGreaterThan(15);
    expect(pictures.filter((path) => !existsSync(root + path))).toEqual([]);
    const anchors = new Map(pages.map(({ path, html }) => [path, new Set(all(html, / id="([^"]*)"/g))]));
    const broken = pages.flatMap(({ path, html }) =>
      all(html, / href="((?!https?:|mailto:|\/(?!guide\/))[^"]*)"/g).filter((href) => {
        const { pathname, hash } = new URL(href, `http://service/${path}`);
        if (files.has(decodeURI(pathname).replace("/guide/files/", ""))) return false;
        const there = anchors.get(decodeURI(pathname).slice(1));
        return there === undefined || (hash !== "" && !there.has(decodeURIComponent(hash.slice(1))));
      }),
    );
    expect(broken).toEqual([]);
  });

  it("need no Internet: what they link to in the repository is served beside them", () => {
    const guides = pages.filter(({ path }) => /^guide\/..\/[^/]+$/.test(path));
    const elsewhere = guides.flatMap(({ html }) => all(html, /<a href="(https?:[^"]*)"/g));
    const { repository } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { repository: { url: string } };
    const ours = repository.url.replace(/^git\+|\.git$/g, "");
    // Its releases and its form for weaknesses are nowhere else.
    expect(elsewhere.filter((href) => /^\/(blob|tree|raw)\//.test(href.split(ours)[1] ?? ""))).toEqual([]);
    // Each is in the image's build too (.dockerignore).
    expect([...files].sort()).toEqual([
      "LICENSE",
      "deploy/Caddyfile",
      "docker-compose.yml",
      "docs/operate/alerts.yml",
      "docs/operate/dashboard.json",
    ]);
    expect(pages.map(({ path }) => path)).toContain("guide/en/docs/decisions/0036-usage-without-users.html");
  });

  it("run no script and load nothing from elsewhere", () => {
    for (const { path, html } of pages) {
      expect({ path, found: html.match(/<script|<style|style=|<iframe| on[a-z]+=|src="https?:/g) }).toEqual({
        path,
        found: null,
      });
      expect(all(html, /<main[^>]*>\n<h1 id="([^"]*)"/g)).toHaveLength(1);
    }
  });

  it("name a reader the guides for others only on demand", () => {
    const open = pages.filter(({ html }) => html.includes("<details open>")).map(({ path }) => path);
    expect(pages.map(({ path }) => path).filter((path) => !open.includes(path))).toEqual([
      "guide/en/readers.html",
      "guide/ja/readers.html",
    ]);
  });

  it("are those that the pages link to", () => {
    const shell = readFileSync(`${root}packages/web/src/shell/shell.tsx`, "utf8");
    const names = all(shell, /"(readers|administrators)"/g);
    expect(names.length).toBe(2);
    for (const name of names)
      for (const language of ["en", "ja"])
        expect(pages.map(({ path }) => path)).toContain(`guide/${language}/${name}.html`);
  });
});

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);
