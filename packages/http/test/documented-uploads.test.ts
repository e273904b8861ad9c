import { expect, it } from "@jest/globals";
import { openApiDocument } from "@retrieval/http";
import { readStructuredUpload } from "@retrieval/ingest";
import { Ajv2020 } from "ajv/dist/2020.js";

type Place = readonly (string | number)[];

/** Every field that an upload of structured chunks may have. */
const UPLOAD = {
  title: "旅費規程",
  version: "2026-04-01",
  access_rules: {
    allow_all: true,
    allowed_department_codes: ["D1020"],
    allowed_groups: ["g"],
    allowed_users: ["001234"],
  },
  publish: true,
  chunks: [
    {
      chunk_id: "travel::ch1::art4::table-1",
      doc_id: "travel",
      text_type: "table",
      content: "種類: 交通費",
      content_md: "| 種類 |\n| --- |\n| 交通費 |",
      normalized_for_embed: "種類: 交通費",
      metadata: {
        doc_title: "旅費規程",
        section_path: [{ level: 1, type: "article", label: "第4条", title: "旅費の種類" }],
        parent_section_title: "第1章 総則",
        annex_title: "別表第1",
        page_range: [1, 1],
        anchors: { bbox: [1, 2, 3, 4] },
        text_hash: `sha256:${"0".repeat(64)}`,
        embed_version: "model@2026-04-01",
        preprocessing: { llm_revision: "model@2026-04-01", ocr_confidence: 91.5 },
      },
      display: { title: "第4条", breadcrumb: [], body_text: null, body_md: null },
    },
  ],
};
/** What a schema cannot say: doc_id is the document's own, and the last page is not before the first. */
const UNSAID = ["chunks.0.doc_id", "chunks.0.metadata.page_range.0"];
const VALUES = [undefined, null, 12, 1.5, true, "", "text", "a\u0000b", [], [1], {}, { unknown: 1 }];

function placesIn(value: unknown, at: Place = []): Place[] {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const step = (name: string) => (Array.isArray(value) ? Number(name) : name);
  return [at, ...inside.flatMap(([name, part]) => placesIn(part, [...at, step(name)]))];
}

/** @param value undefined: nothing stands there */
function withValue(upload: unknown, [step, ...inner]: Place, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(upload)) return upload.map((part, i) => (i === step ? withValue(part, inner, value) : part));
  const parts = upload as Record<string, unknown>;
  return { ...parts, [step]: withValue(parts[step], inner, value) };
}

it("an upload of structured chunks is refused exactly where the API's document says so", async () => {
  const { components } = openApiDocument({
    version: "1.0.0",
    documentTypes: ["text/markdown"],
    httpsOnly: false,
  }) as unknown as { components: { schemas: object } };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "document", components });
  const documented = ajv.compile({ $ref: "document#/components/schemas/StructuredUpload" });
  const read = async (upload: unknown) => {
    const answer = await readStructuredUpload("travel", Buffer.from(JSON.stringify(upload)), () => "種類: 交通費");
    return typeof answer === "object" && "code" in answer ? answer.code : answer;
  };

  documented(UPLOAD);
  expect(documented.errors).toBeNull();
  expect(await read(UPLOAD)).toEqual(expect.any(Object));
  const differences: string[] = [];
  const places = placesIn(UPLOAD).filter((at) => at.length > 0 && !UNSAID.includes(at.join(".")));
  for (const at of places)
    for (const value of VALUES) {
      const upload = JSON.parse(JSON.stringify(withValue(UPLOAD, at, value)));
      const refused = await read(upload);
      if (documented(upload) !== (typeof refused === "object"))
        differences.push(
          `${at.join(".")} = ${JSON.stringify(value)}: the service says ${typeof refused === "string" ? refused : "yes"}`,
        );
    }
  expect(places.length).toBeGreaterThan(30);
  expect(differences).toEqual([]);
});
