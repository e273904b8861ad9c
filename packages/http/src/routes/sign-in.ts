import { isRefusal, signIn } from "@retrieval/core";
import Type from "typebox";
import { signInOperations } from "../openapi/operations/sign-in.js";
import { addressKey } from "../pipeline/rate-limits.js";
import { route } from "../pipeline/route.js";

export const signInRoutes = [
  route({
    method: "post",
    path: "/api/auth/sso-token",
    access: "public",
    operation: signInOperations.issueSessionToken,
    // SPEC 4.1. Core's list of checks judges it; what else a portal sends along is ignored.
    body: { kind: "json", limit: 16 * 1024, schema: Type.Unknown() },
    limitedFailures: ["INVALID_REQUEST", "INVALID_SIGNATURE"],
    async handle({ body, req }, deps) {
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
  }),
];
