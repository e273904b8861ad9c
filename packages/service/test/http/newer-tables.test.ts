import { expect, it } from "@jest/globals";
import { callAs, errorBody, useTestService } from "../harness.js";

const t = useTestService();

it("An instance that finds tables of a newer version is not ready, and takes no job", async () => {
  await t.http().get("/readyz").expect(200);
  await t.database.pool.query("INSERT INTO migrations (name, timestamp) VALUES ('9999-later', '2999-01-01')");
  const answer = await t.http().get("/readyz");
  expect([answer.status, answer.body]).toEqual([503, errorBody("UNAVAILABLE")]);
  const accepted = await callAs(t, t.admin, "put", "/api/manage/documents/waits", {
    chunks: [{ text_type: "paragraph", content: "1" }],
  }).expect(202);
  const { jobs } = t.service.deps;
  expect(await jobs.lease(30)).toBeNull();
  expect(await jobs.find(accepted.body.job_id)).toMatchObject({ state: "queued" });
  await t.database.pool.query("DELETE FROM migrations WHERE name = '9999-later'");
  await t.http().get("/readyz").expect(200);
  // The worker looks again by itself.
  while ((await jobs.find(accepted.body.job_id))?.state !== "done") await new Promise(setImmediate);
});
