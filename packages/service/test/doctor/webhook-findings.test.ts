import { expect, it } from "@jest/globals";
import type { Webhook } from "@retrieval/core/ports";
import { webhookFindings } from "../../src/doctor/webhook-findings.js";

const HOUR = 3_600_000;
const now = Date.parse("2027-04-02T00:00:00Z");
const webhook_id = "6f1c2f5e-6f0e-4b53-9d36-0f2b8f0f5f11";

function findings(failingFor: number | null, disabled_by: Webhook["disabled_by"] = null) {
  const failing_since = failingFor === null ? null : now - failingFor;
  const times = { failing_since, next_at: now, created_at: 0 };
  const webhook = { webhook_id, url: "https://chat.example/path-with-a-secret", types: [], position: 1, attempts: 1 };
  return webhookFindings([{ ...webhook, ...times, disabled_by }], now);
}

it("the doctor names a webhook that has failed for an hour, or is disabled for it, and says what to do", () => {
  expect(findings(HOUR)).toEqual([
    {
      state: "note",
      what: `the webhook ${webhook_id} to chat.example has failed since 2027-04-01T23:00:00.000Z`,
      mend: expect.stringContaining(`changeWebhook --webhook_id ${webhook_id} --body '{"enabled":true}'`),
    },
  ]);
  for (const disabled_by of ["gone", "failing"] as const)
    expect(findings(1, disabled_by)).toMatchObject([
      { state: "note", what: expect.stringMatching(/, and is disabled$/) },
    ]);
  expect([findings(HOUR - 1), findings(null), findings(null, "administrator")]).toEqual([[], [], []]);
});
