import type { signInOperations } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import { signIn } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { addressKey } from "../routing/rate-limits.js";

export const signInHandlers: HandlersOf<typeof signInOperations> = {
  async issueSessionToken({ body, req }, deps) {
    const policy = { signIn: deps.signIn, session: deps.session };
    let secret: "current" | "previous" = "current";
    // As the rate limit counts it: one who has a whole network of IPv6 is one address in the record too.
    const { users, ledger, tokens, clock, clockDifferences, signInAudit } = deps;
    const answer = await signIn(body, addressKey(req.ip), policy, {
      users,
      ledger,
      tokens,
      clock,
      clockDifferences,
      signInAudit,
      newTokenId: deps.newId,
      onPreviousSecret(user_id) {
        secret = "previous";
        req.log.warn({ user_id }, "a request signed with the previous secret was accepted");
      },
    });
    deps.metrics.signInJudged(isRefusal(answer) ? answer.code : "accepted");
    if (isRefusal(answer)) return answer;
    deps.metrics.secretUsed("signed_request", secret);
    return { status: 200, body: answer };
  },
};
