import type { frontPageOperations } from "@retrieval/api";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import type { FrontPage } from "@retrieval/core/ports";
import { expectedVersion } from "../routing/expected-version.js";
import type { HandlersOf } from "../routing/handler.js";

export const frontPageHandlers: HandlersOf<typeof frontPageOperations, "frontPage"> = {
  async readFrontPage(_request, { frontPage }) {
    return pageAnswer(await frontPage.read());
  },
  async replaceFrontPage({ body: { questions }, req }, { frontPage }, { user }) {
    const expected = expectedVersion(req.headers["if-match"]);
    if (isRefusal(expected)) return expected;
    return pageAnswer(await frontPage.change(questions, expected.version, user.user_id));
  },
};

function pageAnswer(page: FrontPage | Refusal) {
  if (isRefusal(page)) return page;
  const { questions, version } = page;
  return { status: 200 as const, body: { questions: [...questions], version }, headers: { ETag: `"${version}"` } };
}
