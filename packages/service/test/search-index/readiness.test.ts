import { expect, it } from "@jest/globals";
import { callAs, errorBody, useTestService } from "../harness.js";
import { seriesValue } from "../http/exposition.js";
import { scrape } from "../http/scrape.js";
import { SmallCompany } from "./small-company.js";

const company = new SmallCompany();
// The first read never ends, so neither does the build.
company.beforeRead = () => new Promise(() => undefined);
const t = useTestService({ indexSource: company });

it("/readyz refuses while the search index is being built, and other requests are answered", async () => {
  const answer = await t.http().get("/readyz");
  expect([answer.status, answer.body]).toEqual([503, errorBody("UNAVAILABLE")]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  await t.http().get("/healthz").expect(200);
  await callAs(t, t.admin, "get", "/api/manage/documents").expect(200);
  const samples = await scrape(t);
  expect(seriesValue(samples, "retrieval_index_ready")).toBe(0);
  expect(seriesValue(samples, "retrieval_index_builds_total")).toBe(0);
});
