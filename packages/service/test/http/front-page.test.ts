import { beforeAll, describe, expect, it } from "@jest/globals";
import { callAs, errorBody, useTestService } from "../harness.js";

const QUESTIONS = ["子どもが熱を出したら休めますか", "給料日はいつですか"];

describe("the questions on the front page", () => {
  const t = useTestService();
  let reader: string;
  beforeAll(async () => {
    reader = await t.signedIn("100001");
  });
  const read = (token = reader) => callAs(t, token, "get", "/api/front-page");
  const replace = (questions: unknown, tag = "*", token = t.admin) =>
    callAs(t, token, "put", "/api/manage/front-page", { questions }, { "If-Match": tag });

  it("are those of administrators, the same for every user, and none at first", async () => {
    const { status, body, headers } = await read();
    expect([status, body.questions, headers.etag]).toEqual([200, [], `"${body.version}"`]);
    const changed = await replace(QUESTIONS, headers.etag);
    expect([changed.status, changed.body]).toEqual([200, { questions: QUESTIONS, version: body.version + 1 }]);
    expect((await read()).body).toEqual(changed.body);
    expect((await read(t.admin)).body).toEqual(changed.body);
  });

  it("are not overwritten by a change that was made from an older version", async () => {
    const { etag = "" } = (await read()).headers;
    await replace(["副業の届出は"], etag).then(({ status }) => expect(status).toBe(200));
    const late = await replace(QUESTIONS, etag);
    expect([late.status, late.body]).toEqual([
      412,
      errorBody("PRECONDITION_FAILED", "It has changed since you read it. Reread it and try again."),
    ]);
    expect((await read()).body.questions).toEqual(["副業の届出は"]);
    expect((await callAs(t, t.admin, "put", "/api/manage/front-page", { questions: [] })).status).toBe(428);
  });

  it("are at most five, of at most 100 characters in one line", async () => {
    const before = (await read()).body;
    for (const questions of [Array.from({ length: 6 }, (_, i) => `q${i}`), ["x".repeat(101)], [""], [" x"], ["a\nb"]])
      expect([questions, (await replace(questions)).status]).toEqual([questions, 400]);
    expect((await read()).body).toEqual(before);
  });

  it("are not changed by a reader", async () => {
    expect((await replace(QUESTIONS, "*", reader)).status).toBe(403);
  });
});
