import type { departmentOperations } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import { previewDepartments, replaceDepartments } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { wholeList } from "../routing/page-cursors.js";

export const departmentHandlers: HandlersOf<typeof departmentOperations, "documents" | "users"> = {
  async listDepartments(_request, { users }) {
    return { status: 200, body: wholeList(await users.departments()) };
  },
  async replaceDepartments({ body, query: { dry_run } }, { users, documents }, { user }) {
    const answer = dry_run
      ? await previewDepartments(body, users, documents)
      : await replaceDepartments(users, body, user.user_id);
    return isRefusal(answer) ? answer : { status: 200, body: answer };
  },
};
