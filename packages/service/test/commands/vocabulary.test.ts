import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readStarterVocabulary } from "../../src/vocabulary/vocabulary-files.js";
import { startTestService, type TestService } from "../harness.js";
import { commandsOf, temporaryFolder } from "./run-command.js";

let service: TestService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const run = commandsOf(() => service, "900001");

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
  folder = await temporaryFolder();
});
afterAll(() => service.close());

const listed = async () => (await run(["vocabulary", "list"])).stdout;

describe("vocabulary", () => {
  test("a file replaces all entries, and comes back as it was", async () => {
    const first = await folder.file(
      "first.csv",
      "said,meant,both_ways,weight,on\n休み,休暇|休日,TRUE,0.5,FALSE\n家賃,住宅手当\n",
    );
    expect(await run(["vocabulary", "import", first])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("line 3"),
    });
    const second = await folder.file("second.csv", "said,meant,both_ways,weight,on\n休み,休暇|休日,TRUE,0.5,FALSE\n");
    expect(await run(["vocabulary", "import", second])).toMatchObject({
      exitCode: 0,
      stdout: `${second}: imported, 1 entries\n`,
    });
    expect(await listed()).toMatch(/^休み {2}<-> {2}休暇 \| 休日 {2}0\.5 {2}off\n$/);
    const out = await folder.file("out.csv", "");
    expect((await run(["vocabulary", "list", "--csv", out])).exitCode).toBe(0);
    expect(await readFile(out, "utf8")).toBe(
      "\uFEFFsaid,meant,both_ways,weight,on,starter\r\n休み,休暇|休日,true,0.5,false,false\r\n",
    );
    expect((await run(["vocabulary", "import", out])).exitCode).toBe(0);
  });

  test("one entry is added, switched and removed", async () => {
    await run(["vocabulary", "import", "-"], { stdin: "said,meant\n家賃,住宅手当\n" });
    expect((await run(["vocabulary", "add", "在宅", "テレワーク", "在宅勤務", "--both-ways"])).stdout).toBe(
      "在宅: added\n",
    );
    expect((await run(["vocabulary", "add", "家賃", "住居手当", "--weight", "1"])).exitCode).toBe(0);
    expect((await run(["vocabulary", "off", "在宅"])).exitCode).toBe(0);
    expect((await run(["vocabulary", "list", "--json"])).json()).toEqual({
      entries: [
        { said: "在宅", meant: ["テレワーク", "在宅勤務"], both_ways: true, weight: 0.8, on: false, starter: false },
        { said: "家賃", meant: ["住居手当"], both_ways: false, weight: 1, on: true, starter: false },
      ],
    });
    expect((await run(["vocabulary", "on", "在宅"])).exitCode).toBe(0);
    expect((await run(["vocabulary", "remove", "家賃"])).exitCode).toBe(0);
    expect(await listed()).toMatch(/^在宅 {2}<-> {2}テレワーク \| 在宅勤務 {2}0\.8\s*\n$/);
  });

  test("the starters of a new version are added, and leave what an administrator changed", async () => {
    await run(["vocabulary", "import", "-"], { stdin: "said,meant,on\nボーナス,期末手当,\nクビ,解雇,false\n" });
    const starters = readStarterVocabulary();
    expect((await run(["vocabulary", "starters"])).stdout).toBe(`${starters.length - 2} starter entries added\n`);
    const { entries } = (await run(["vocabulary", "list", "--json"])).json() as { entries: { said: string }[] };
    const entry = (word: string) => entries.find(({ said }) => said === word);
    expect(entry("ボーナス")).toMatchObject({ meant: ["期末手当"] });
    expect(entry("クビ")).toMatchObject({ on: false });
    expect(entry("annual leave")).toMatchObject({ weight: 0.5, both_ways: true, starter: true });
    expect((await run(["vocabulary", "starters"])).stdout).toBe("0 starter entries added\n");
  });

  test("an unknown word, a bad weight and a word that is no word are refused", async () => {
    for (const args of [
      ["off", "無"],
      ["remove", "無"],
      ["add", "x", "y", "--weight", "heavy"],
    ]) {
      expect({ args, exitCode: (await run(["vocabulary", ...args])).exitCode }).toEqual({ args, exitCode: 2 });
    }
    expect(await run(["vocabulary", "add", "x", "a|b"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("must not contain |"),
    });
  });
});
