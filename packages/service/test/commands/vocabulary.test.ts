import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readStarterVocabulary } from "../../src/vocabulary/vocabulary-files.js";
import { startTestService, type TestService } from "../harness.js";
import { commandsOf } from "./run-command.js";

let service: TestService;
const run = commandsOf(() => service, "900001");

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
});
afterAll(() => service.close());

test("the starters of a new version are added, and leave what an administrator changed", async () => {
  const held = "said,meant,on\nボーナス,期末手当,\nクビ,解雇,false\n";
  const replacing = ["call", "replaceVocabulary", "--type", "text/csv", "--body", "@-", "--if-match", "*"];
  expect((await run(replacing, { stdin: held })).exitCode).toBe(0);
  const starters = readStarterVocabulary();
  expect((await run(["vocabulary", "starters"])).stdout).toBe(`${starters.length - 2} starter entries added\n`);
  const { entries } = (await run(["call", "readVocabulary", "--json"])).json() as { entries: { said: string }[] };
  const entry = (word: string) => entries.find(({ said }) => said === word);
  expect(entry("ボーナス")).toMatchObject({ meant: ["期末手当"] });
  expect(entry("クビ")).toMatchObject({ on: false });
  expect(entry("annual leave")).toMatchObject({ weight: 0.5, both_ways: true, starter: true });
  expect((await run(["vocabulary", "starters"])).stdout).toBe("0 starter entries added\n");
});
