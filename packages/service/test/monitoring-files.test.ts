import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startTestService, type TestService } from "./harness.js";
import { readExposition } from "./http/exposition.js";

const read = (name: string) => readFile(new URL(`../../../docs/operate/${name}`, import.meta.url), "utf8");

/** The metrics in an expression, without its label selectors. */
function metricsIn(text: string): string[] {
  return [...new Set(text.match(/\bretrieval_[a-z0-9_]+\b/g) ?? [])];
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string; readonly refId: string }[];
}

describe("the monitoring files name existing metrics", () => {
  let t: TestService;
  let series: Set<string>;
  let labels: Set<string>;
  beforeAll(async () => {
    // Nothing needs to answer there: the metric exists if REDIS_URL is set.
    t = await startTestService({ env: { REDIS_URL: "redis://127.0.0.1:1" } });
    await t.http().get("/healthz").expect(200);
    const samples = readExposition((await t.http().get("/metrics")).text);
    series = new Set(samples.map(({ name }) => name));
    labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
  });
  afterAll(() => t.close());

  const unknownIn = (text: string) => metricsIn(text).filter((name) => !series.has(name));

  it("in every alert, each with a summary, a remedy and a severity", async () => {
    const text = await read("alerts.yml");
    const rules = text.split(/^ {6}- alert: /m).slice(1);
    expect(rules.length).toBeGreaterThanOrEqual(12);
    for (const rule of rules) {
      const [name = ""] = rule.split("\n", 1);
      expect(name).toMatch(/^Retrieval[A-Z][A-Za-z]+$/);
      expect({ name, unknown: unknownIn(rule) }).toEqual({ name, unknown: [] });
      expect({ name, rule }).toEqual({
        name,
        rule: expect.stringMatching(
          /\n {8}expr: .+[\s\S]*\n {8}labels: \{ severity: (page|ticket|hint) \}\n {8}annotations:\n {10}summary: "[^"\n]{20,}"\n {10}what_to_do: "[^"\n]{20,}"\n+$/,
        ),
      });
    }
    expect(new Set(rules.map((rule) => rule.split("\n", 1)[0])).size).toBe(rules.length);
    expect(rules.find((rule) => rule.startsWith("RetrievalAccessMismatch"))).not.toMatch(/^ {8}for:/m);
  });

  it("in every panel, each of which uses the selected data source and overlaps no other", async () => {
    const board = JSON.parse(await read("dashboard.json")) as {
      readonly schemaVersion: number;
      readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
      readonly panels: readonly Panel[];
    };
    expect(board.schemaVersion).toBeGreaterThanOrEqual(39);
    expect(board.templating.list[0]).toMatchObject({ name: "datasource", type: "datasource" });
    const cells = new Set<string>();
    for (const { id, type, title, gridPos, datasource, targets = [] } of board.panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) cells.add(`${x},${y}`);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      if (type === "row") continue;
      expect({ id, title, uid: datasource?.uid }).toEqual({
        id,
        title,
        uid: expect.stringMatching(/^\$\{datasource\}$/),
      });
      expect(targets.length).toBeGreaterThan(0);
      for (const { expr } of targets) expect({ title, unknown: unknownIn(expr) }).toEqual({ title, unknown: [] });
    }
    expect(cells.size).toBe(board.panels.reduce((sum, { gridPos: { w, h } }) => sum + w * h, 0));
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
  });

  it("with existing labels", async () => {
    const others = ["job", "instance"];
    for (const file of ["alerts.yml", "dashboard.json"]) {
      const selectors = [...(await read(file)).matchAll(/retrieval_[a-z0-9_]+\{([^}]*)\}/g)].map(
        ([, text]) => text ?? "",
      );
      const used = selectors.flatMap((text) => [...text.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, label]) => label));
      expect(used.filter((label) => !labels.has(label as string) && !others.includes(label as string))).toEqual([]);
    }
  });

  it("and their page lists exactly our metrics", async () => {
    const page = await read("monitoring.md");
    const table = page.slice(page.indexOf("## Metrics"), page.indexOf("## What to watch"));
    const families = new Set([...series].map((name) => name.replace(/_(bucket|sum|count)$/, "")));
    const ours = [...families].filter((name) => !/^retrieval_(process|nodejs)_/.test(name));
    expect(ours.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
    const documented = metricsIn(page.replaceAll(/`retrieval_(process_|nodejs_|jobs)…`/g, ""));
    expect(documented.filter((name) => !series.has(name) && !families.has(name))).toEqual([]);
  });
});
