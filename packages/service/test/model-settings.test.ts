import { describe, expect, it } from "@jest/globals";
import { readSettings, SettingsError } from "../src/settings/settings.js";
import { connectedModels } from "../src/wiring/model-server.js";
import { SECRET } from "./harness.js";

const REQUIRED = { DATABASE_URL: "embedded", SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: "portal.example.com" };
const GOOD = { ANSWER_URL: "http://models:8080/v1", ANSWER_MODEL: "small" };
const KEY = "very-secret-key";

function problems(env: Record<string, string>): readonly string[] {
  try {
    readSettings({ ...REQUIRED, ...env });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.map(({ text }) => text);
    throw error;
  }
}

describe("the settings of the model that writes answers", () => {
  it("are its address, its name, and a key if it asks for one; without them there is none", () => {
    const { answerModel, ANSWER_TIMEOUT_MS, MODELS_FOR_RESTRICTED } = readSettings({ ...REQUIRED, ...GOOD });
    expect(answerModel).toEqual({ url: GOOD.ANSWER_URL, model: "small", key: null });
    expect([ANSWER_TIMEOUT_MS, MODELS_FOR_RESTRICTED]).toEqual([30_000, false]);
    expect(readSettings({ ...REQUIRED, ...GOOD, ANSWER_KEY: KEY }).answerModel?.key).toBe(KEY);
    expect(readSettings(REQUIRED).answerModel).toBeNull();
  });

  it.each<[string, Record<string, string>, string]>([
    ["a name without an address", { ANSWER_MODEL: "small" }, "ANSWER_URL is required"],
    ["a key without an address", { ANSWER_KEY: KEY }, "ANSWER_URL is required"],
    ["an address without a name", { ANSWER_URL: GOOD.ANSWER_URL }, "ANSWER_MODEL is required"],
    ["an address that is none", { ...GOOD, ANSWER_URL: "models:8080" }, "ANSWER_URL must be"],
    ["an address with a password", { ...GOOD, ANSWER_URL: "https://u:p@models/v1" }, "ANSWER_URL must be"],
    ["an address with a query", { ...GOOD, ANSWER_URL: "https://models/v1?key=a" }, "ANSWER_URL must be"],
    ["a key with a line break", { ...GOOD, ANSWER_KEY: `${KEY}\nX-Other: 1` }, "ANSWER_KEY must be"],
  ])("refuse %s, without its value", (_, env, said) => {
    expect(problems(env)).toEqual([expect.stringContaining(said)]);
    expect(problems(env).join()).not.toMatch(/very-secret|u:p@|key=a/);
  });

  it("warn of an address without HTTPS outside the operator's network", () => {
    const warned = (url: string) => readSettings({ ...REQUIRED, ...GOOD, ANSWER_URL: url }).warnings.length;
    expect(warned("http://models.example.com/v1")).toBe(warned(GOOD.ANSWER_URL) + 1);
  });
});

describe("what administrators are told about the models", () => {
  const TEXTS = {
    EMBEDDING_URL: "https://models.example.com:8443/t-7Qx/v1",
    EMBEDDING_MODEL: "e5",
    EMBEDDING_KEY: KEY,
  };
  const told = (env: Record<string, string>) => connectedModels(readSettings({ ...REQUIRED, ...env }));

  it("is who gets texts, and of which documents, without keys and paths", () => {
    const outside = { purpose: "embedding", model: "e5", host: "models.example.com:8443", in_own_network: false };
    const inside = { purpose: "answer", model: "small", host: "models:8080", in_own_network: true, only_open: false };
    expect(told({ ...TEXTS, ...GOOD })).toEqual([{ ...outside, only_open: true }, inside]);
    expect(told({ ...TEXTS, MODELS_FOR_RESTRICTED: "true" })).toEqual([{ ...outside, only_open: false }]);
    expect(told({})).toEqual([]);
  });
});
