import type { signInOperations } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import { signIn } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { addressKey } from "../routing/rate-limits.js";

export const signInHandlers: HandlersOf<
  typeof signInOperations,
  | "clock"
  | "clockDifferences"
  | "ledger"
  | "metrics"
  | "newId"
  | "session"
  | "signIn"
  | "auditIntake"
  | "tokens"
  | "users"
> = {
  async issueSessionToken({ body, req }, deps) {
    // As the rate limit counts it: one who has a whole network of IPv6 is one address in the record too.
    const address = addressKey(req.ip);
    const { users, ledger, tokens, clock, clockDifferences, auditIntake } = deps;
    if (isRefusal(body)) {
      auditIntake.refuse({ kind: "sign-in-refused", reason: body.code, address, by_user: null, user_id: null });
      deps.metrics.count("sign-in", { result: body.code });
      return body;
    }
    const policy = { signIn: deps.signIn, session: deps.session };
    let secret: "current" | "previous" = "current";
    const answer = await signIn(body, address, policy, {
      users,
      ledger,
      tokens,
      clock,
      clockDifferences,
      auditIntake,
      newTokenId: deps.newId,
      onPreviousSecret(user_id) {
        secret = "previous";
        req.log.warn({ user_id }, "a request signed with the previous secret was accepted");
      },
    });
    deps.metrics.count("sign-in", { result: isRefusal(answer) ? answer.code : "accepted" });
    if (isRefusal(answer)) return answer;
    deps.metrics.count("secret-used", { purpose: "signed_request", secret });
    return { status: 200, body: answer };
  },
};
