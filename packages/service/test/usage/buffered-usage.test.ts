import { expect, it } from "@jest/globals";
import { answerKey, sharedSecret } from "@retrieval/core";
import type { UsageMark } from "@retrieval/core/ports";
import { pino } from "pino";
import { BufferedUsage } from "../../src/usage/buffered-usage.js";
import { FrozenClock, SECRET } from "../harness.js";

it("A reader's answers push no other reader's out of those that can be judged", async () => {
  const written: UsageMark[] = [];
  const store = { add: async (marks: readonly UsageMark[]) => void written.push(...marks) };
  const key = answerKey(sharedSecret(SECRET));
  const usage = new BufferedUsage({
    store,
    keyOf: () => key,
    clock: new FrozenClock(),
    logger: pino({ enabled: false }),
  });
  const answered = (user_id: string, nth: number) =>
    usage.answered({
      ...{ user_id, question: "出張の日当", answers: [{ answer_id: `${user_id}-${nth}`, document_id: "travel" }] },
      ...{ outcome: "answer", model: "none" },
    });
  answered("quiet", 1);
  for (let nth = 1; nth <= 3_000; nth += 1) answered("busy", nth);
  // The busy reader's own newest answers can be judged, the oldest cannot.
  usage.judgedWrong({ answer_id: "busy-1", user_id: "busy" });
  usage.judgedWrong({ answer_id: "quiet-1", user_id: "busy" });
  await usage.stop();
  expect(written).toEqual([]);
  usage.judgedWrong({ answer_id: "quiet-1", user_id: "quiet" });
  usage.judgedWrong({ answer_id: "busy-3000", user_id: "busy" });
  await usage.stop();
  expect(written.filter(({ kind, subject }) => kind === "answer-wrong-in" && subject === "travel")).toHaveLength(2);
});
