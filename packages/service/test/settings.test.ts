import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { makeCertificate } from "@retrieval/contract";
import type { SettingProblem } from "../src/settings/reader.js";
import { readDatabaseSettings, readSettings, SettingsError } from "../src/settings/settings.js";

const SECRET = "s".repeat(64);
const GOOD = { SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: "portal.example.com", DATABASE_URL: "postgres://u:p@db/x" };

const problems = (env: Record<string, string>) => settingProblems(env).map(({ text }) => text);

function settingProblems(env: Record<string, string>): readonly SettingProblem[] {
  try {
    readSettings({ ...GOOD, ...env });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe("settings", () => {
  const folder = mkdtempSync(join(tmpdir(), "retrieval-settings-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const pem = (curve: string) =>
    generateKeyPairSync("ec", { namedCurve: curve }).privateKey.export({ type: "pkcs8", format: "pem" }) as string;

  it("name a model by its address, its name and perhaps a key", () => {
    for (const role of ["ANSWER", "RERANK"]) {
      const read = (env: Record<string, string>) =>
        problems(Object.fromEntries(Object.entries(env).map(([name, value]) => [`${role}_${name}`, value])));
      expect(read({ URL: "http://models:8080/v1", MODEL: "small" })).toEqual([]);
      expect(read({ URL: "http://models:8080/v1" })).toEqual([
        `${role}_MODEL is required beside ${role}_URL: the model's name there`,
      ]);
      expect(read({ KEY: "k" })).toEqual([expect.stringContaining(`${role}_URL is required beside ${role}_KEY: `)]);
      for (const url of ["models:8080", "http://u:p@models/v1", "http://models/v1?key=x"])
        expect(read({ URL: url, MODEL: "small" })).toEqual([
          expect.stringMatching(`^${role}_URL must be the base of an API`),
        ]);
      expect(read({ URL: "http://models/v1", MODEL: "small", KEY: "a b" })).toHaveLength(1);
    }
    expect(readSettings({ ...GOOD, RERANK_URL: "http://models/v1", RERANK_MODEL: "small" })).toMatchObject({
      rerankModel: { url: "http://models/v1", model: "small", key: null },
      WORDS_SHARE: 0.25,
    });
  });

  it("warn of unknown names, with the nearest name and no value", () => {
    const unknown = (env: Record<string, string>) => readSettings({ ...GOOD, ...env }).unknown.map(({ what }) => what);
    for (const [name, nearest] of [
      ["SSO_TIMESTAMP_TOLERENCE", "SSO_TIMESTAMP_TOLERANCE"],
      ["SSO_SHARED_SECRETS", "SSO_SHARED_SECRET"],
      ["METRICS_TOKEN_FILES", "METRICS_TOKEN_FILE"],
      ["JWT_EXPIRE_HOURS", "JWT_EXPIRES_HOURS"],
      ["TRUSTPROXY", "TRUST_PROXY"],
      ["trust_proxy", "TRUST_PROXY"],
      ["DATABSE_URL", "DATABASE_URL"],
      ["REDIS_HOST", "REDIS_URL"],
    ] as const) {
      const what = `${name} is not a setting of this service and has no effect; the nearest name is ${nearest}`;
      expect(unknown({ [name]: "hunter2" })).toEqual([what]);
    }
    const others =
      "PATH HOME HOSTNAME PORTAL_PORT NODE_ENV NODE_OPTIONS npm_config_cache RETRIEVAL_URL TEST_DATABASE_URL";
    const neighbours = "REDIS_SERVICE_HOST DATABASE_PORT DATABASE_PORT_5432_TCP NEW_RELIC_LICENSE_KEY SSL_CERT_FILE";
    for (const name of `${others} ${neighbours}`.split(" ")) expect(unknown({ [name]: "x" })).toEqual([]);
    expect(unknown({ SSO_TIMESTAMP_TOLERENCE: "" })).toEqual([]);
  });

  it("explain a missing setting by a mistyped name", () => {
    const { SSO_SHARED_SECRET, ...rest } = GOOD;
    expect(() => readSettings({ ...rest, SSO_SHARED_SECERT: SSO_SHARED_SECRET })).toThrow(
      /SSO_SHARED_SECRET is required: [\s\S]*SSO_SHARED_SECERT is not a setting .* nearest name is SSO_SHARED_SECRET$/,
    );
  });

  it("have the defaults of the spec", () => {
    expect(readSettings(GOOD)).toMatchObject({
      SSO_TIMESTAMP_TOLERANCE: 300,
      SSO_SINGLE_USE: false,
      JWT_EXPIRES_HOURS: 3,
      JWT_ISSUER: "retrieval-service",
      PORTAL_DOMAIN: "https://portal.example.com",
      HOST: "127.0.0.1",
      PORT: 3000,
      TRUST_PROXY: false,
      tls: null,
      RATE_LIMIT_SIGN_IN_FAILURES: 30,
      RATE_LIMIT_READS: 600,
      AUDIT_RETENTION_DAYS: 400,
      USAGE: true,
      newDocumentRules: { allow_all: true },
      TIME_ZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });

  it("treat empty as unset, each of them", () => {
    const empty = Object.fromEntries(
      [
        "SSO_SHARED_SECRET_PREVIOUS",
        "SSO_TIMESTAMP_TOLERANCE",
        "JWT_EXPIRES_HOURS",
        "TRUST_PROXY",
        "TLS_CERT_FILE",
        "PORT",
        "NEW_DOCUMENTS",
        "JWT_PRIVATE_KEY_FILE",
        "SSO_SHARED_SECRET_FILE",
      ].map((name) => [name, ""]),
    );
    expect(problems(empty)).toEqual([]);
    expect(problems({ SSO_SHARED_SECRET: "" })).toEqual([expect.stringContaining("SSO_SHARED_SECRET is required")]);
  });

  it.each([
    [
      "SSO_SHARED_SECRET",
      ["s".repeat(64), "秘".repeat(64)],
      ["s".repeat(63), " ".repeat(64), `${SECRET} `, "秘".repeat(32)],
    ],
    ["SSO_SHARED_SECRET_PREVIOUS", ["t".repeat(64)], ["t".repeat(63), SECRET]],
    ["SSO_TIMESTAMP_TOLERANCE", ["1", "3600"], ["0", "3601", "1.5", "-1", "ten", "1e2", "0x10", " 5"]],
    ["JWT_EXPIRES_HOURS", ["0.05", "24", "1.5"], ["0.04", "24.01", "0", "-3", "3h"]],
    ["AUDIT_RETENTION_DAYS", ["30", "36500"], ["29", "36501", "0", "-1", "1.5", "400d"]],
    ["SSO_SINGLE_USE", ["true", "false"], ["yes", "1", "TRUE"]],
    ["PORT", ["0", "65535"], ["65536", "-1", "http"]],
    [
      "HOST",
      ["127.0.0.1", "0.0.0.0", "::", "::1", "fe80::1%lo", "localhost", "Retrieval_1.example.com"],
      [" ", " 127.0.0.1", "a b", "[::1]", "10.0.0", "300.1.1.1", "3000", "http://localhost", "-a", "a..b", "a\n"],
    ],
    [
      "PORTAL_DOMAIN",
      ["portal.example.com", "https://portal.example.com", "http://127.0.0.1:3001", "portal.example.com:8443"],
      [
        "https://a.example/",
        "https://a.example/x",
        "a b",
        "ftp://a.example",
        "*",
        "https://u:p@a.example",
        "https://a.example?x",
      ],
    ],
    [
      "DATABASE_URL",
      ["postgres://u:p@db/x", "postgresql://db/x", "embedded"],
      ["mysql://db/x", "db", "postgres://", "Embedded"],
    ],
    [
      "TRUST_PROXY",
      ["1", "0", "10.0.0.1", "10.0.0.0/8, ::1", "loopback"],
      ["-1", "100", "proxy", "10.0.0.0/33", "10.0.0", "1,2"],
    ],
    [
      "OUTGOING_PRIVATE_NETWORKS",
      ["10.0.0.0/8", "10.1.2.3, fd00::/8"],
      ["10.0.0.0/33", "loopback", "hooks.example.com", "1", "10.0.0.0/8,"],
    ],
    ["RATE_LIMIT_READS", ["1", "1000000"], ["0", "1000001"]],
    ["MAX_REQUESTS_IN_FLIGHT", ["1", "1000000"], ["0", "1000001", "none"]],
    ["ANSWER_TIMEOUT_MS", ["1000", "300000"], ["999", "300001", "30s"]],
    ["MODELS_FOR_RESTRICTED", ["true", "false"], ["yes", "1"]],
    ["ACCESS_TOKENS", ["true", "false"], ["off", "0"]],
    ["MCP", ["false"], ["yes", "1"]],
    [
      "PUBLIC_URL",
      ["https://documents.example.com", "https://documents.example.com/", "http://127.0.0.1:3000"],
      [
        "documents.example.com",
        "ftp://documents.example.com",
        "https://documents.example.com/path",
        "https://u:p@d.example",
      ],
    ],
    ["WORDS_SHARE", ["0", "0.4", "1"], ["-0.1", "1.1", "half"]],
    ["SEARCH_TIMEOUT_MS", ["100", "30000"], ["0", "99", "30001", "2s"]],
    [
      "SEARCH_URL",
      [
        "https://search.example.com",
        "https://10.0.0.5:9200, https://search-2.example.com:9200/",
        "http://localhost:9200",
        "http://127.0.0.1:9200,http://[::1]:9200",
      ],
      [
        "search:9200",
        "http://search.example.com:9200",
        "http://127.0.0.1.example.com",
        "https://search/path",
        "https://search?x",
        "https://u:p@search",
        "https://one,",
        "https://one,http://two",
        "ftp://127.0.0.1",
      ],
    ],
    [
      "REDIS_URL",
      ["redis://cache", "redis://:secret@10.0.0.5:6380/2", "rediss://user:secret@cache.example.com"],
      ["cache:6379", "http://cache", "redis://", "redis"],
    ],
    ["NEW_DOCUMENTS", ["open", "restricted"], ["closed"]],
    ["TIME_ZONE", ["Asia/Tokyo", "UTC", "America/New_York"], ["Tokyo", "JST-9", "Asia/Tokyo "]],
  ])("%s accepts values within its limits and names the others", (name, good, bad) => {
    for (const value of good) expect({ value, problems: problems({ [name]: value }) }).toEqual({ value, problems: [] });
    for (const value of bad)
      expect({ value, problems: problems({ [name]: value }) }).toEqual({
        value,
        problems: [expect.stringContaining(name)],
      });
  });

  it("read a secret from a file and strip one line break, and refuse a file that is missing or empty, or a second source", () => {
    const given = (env: Record<string, string>) => problems({ SSO_SHARED_SECRET: "", ...env });
    expect(given({ SSO_SHARED_SECRET_FILE: file("ok", `${SECRET}\n`) })).toEqual([]);
    expect(given({ SSO_SHARED_SECRET_FILE: file("crlf", `${SECRET}\r\n`) })).toEqual([]);
    expect(given({ SSO_SHARED_SECRET_FILE: file("two", `${SECRET}\n\n`) })).toHaveLength(1);
    expect(given({ SSO_SHARED_SECRET_FILE: file("empty", "\n") })[0]).toContain("empty");
    expect(given({ SSO_SHARED_SECRET_FILE: join(folder, "missing") })[0]).toContain("cannot be read");
    expect(problems({ SSO_SHARED_SECRET_FILE: file("twice", SECRET) })[0]).toContain("both set");
  });

  it.each(["SSO_SHARED_SECRET", "SSO_SHARED_SECRET_PREVIOUS", "DATABASE_URL", "METRICS_TOKEN", "REDIS_URL"])(
    "report one problem if the file of %s is unreadable or empty, or the value is also set directly",
    (name) => {
      const fromFile = (path: string) => problems({ [name]: "", [`${name}_FILE`]: path });
      const named = (what: string) => [expect.stringMatching(`^${name}_FILE names a file that ${what}`)];
      expect(fromFile(join(folder, "missing"))).toEqual(named("cannot be read"));
      expect(fromFile(file("blank", "\n"))).toEqual(named("is empty"));
      expect(problems({ [name]: SECRET, [`${name}_FILE`]: file("second", SECRET) })).toEqual([
        `${name} and ${name}_FILE are both set; set one of them`,
      ]);
    },
  );

  it("print no secret that stands where the path of its file should", () => {
    const misplaced = pem("P-256");
    for (const [name, value] of [
      ["SSO_SHARED_SECRET_FILE", SECRET],
      ["SSO_SHARED_SECRET_FILE", `/${SECRET}`],
      ["SSO_SHARED_SECRET_FILE", `/${SECRET}\n`],
      ["JWT_PRIVATE_KEY_FILE", misplaced],
      ["JWT_PRIVATE_KEY_FILE", `${misplaced.split("\n")[1]}`],
    ] as const) {
      const printed = problems({ SSO_SHARED_SECRET: "", [name]: value }).join("\n");
      expect(printed).toMatch(new RegExp(`^${name} names a file that cannot be read .+ its value is not shown`, "m"));
      expect(printed).not.toContain(value.trim().slice(0, 20));
    }
  });

  it("accept only P-256 keys", () => {
    expect(problems({ JWT_PRIVATE_KEY_FILE: file("p256.pem", pem("P-256")) })).toEqual([]);
    expect(problems({ JWT_PRIVATE_KEY_FILE: file("p384.pem", pem("P-384")) })).toEqual([
      expect.stringContaining("P-256"),
    ]);
    expect(problems({ JWT_PRIVATE_KEY_FILE: file("no.pem", SECRET) })).toEqual([expect.stringContaining("PEM")]);
    expect(problems({ JWT_PREVIOUS_KEY_FILE: file("old.pem", pem("P-256")) })).toHaveLength(1);
  });

  it("accept a certificate and its key, and name the problem of either without any part of the key", async () => {
    const [own, other] = [await makeCertificate(folder, "own"), await makeCertificate(folder, "other")];
    const given = (TLS_CERT_FILE: string, TLS_KEY_FILE: string) => problems({ TLS_CERT_FILE, TLS_KEY_FILE });
    const read = (path: string) => readFileSync(path, "utf8");
    expect(given(own.cert, own.key)).toEqual([]);
    expect(given(file("chain.crt", read(own.cert) + read(other.cert)), own.key)).toEqual([]);

    const garbage = file("garbage.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----");
    const broken = file("broken.key", read(own.key).replace(/\n.{10}/, "\n"));
    for (const [cert, key, named] of [
      [own.cert, other.key, ["TLS_KEY_FILE is not the key of the certificate"]],
      [file("wrong-order.crt", read(other.cert) + read(own.cert)), own.key, ["the service's own certificate"]],
      [garbage, own.key, ["TLS_CERT_FILE must name a file with a certificate"]],
      [own.key, own.cert, ["TLS_CERT_FILE must name", "TLS_KEY_FILE must name"]],
      [own.cert, broken, ["TLS_KEY_FILE must name a file with a private key"]],
      [file("chain-garbage.crt", `${read(own.cert)}${read(garbage)}`), own.key, ["cannot be used for TLS"]],
    ] as const) {
      const found = given(cert, key);
      expect(found).toEqual(named.map((part) => expect.stringContaining(part)));
      for (const line of `${read(own.key)}${read(other.key)}`
        .split("\n")
        .filter((text) => /^[A-Za-z0-9+/=]{10,}$/.test(text)))
        expect(found.join()).not.toContain(line);
    }
  });

  it("warn of a certificate that has expired, expires soon or is not valid yet", async () => {
    const { cert, key } = await makeCertificate(folder, "dated");
    const days = (count: number) => Date.now() + count * 24 * 3600 * 1000;
    const warnings = (now: number) => readSettings({ ...GOOD, TLS_CERT_FILE: cert, TLS_KEY_FILE: key }, now).warnings;
    expect(warnings(days(1))).toEqual([]);
    expect(warnings(days(-1))).toEqual([expect.stringContaining("TLS_CERT_FILE is not valid before")]);
    expect(warnings(days(360))).toEqual([expect.stringContaining("TLS_CERT_FILE expires on")]);
    expect(warnings(days(366))).toEqual([expect.stringContaining("TLS_CERT_FILE expired on")]);
  });

  it("accept a first admin that core accepts, and name the setting that does not make a user", () => {
    const given = (ADMIN_USER_ID: string, ADMIN_DISPLAY_NAME: string) =>
      problems({ ADMIN_USER_ID, ADMIN_DISPLAY_NAME });
    expect(given("000001", "管理者")).toEqual([]);
    expect(given("i".repeat(128), "髙".repeat(128))).toEqual([]);
    for (const text of [" 1", "1 ", "\t", "a\nb", "x".repeat(129), "\ud800"]) {
      expect({ text, problems: given(text, "管理者") }).toEqual({
        text,
        problems: [expect.stringMatching(/^ADMIN_USER_ID must /)],
      });
      expect({ text, problems: given("000001", text) }).toEqual({
        text,
        problems: [expect.stringMatching(/^ADMIN_DISPLAY_NAME must /)],
      });
    }
    expect(given(" 1", " 2")).toHaveLength(2);
    expect(given("000001", "")).toEqual([
      expect.stringContaining("ADMIN_DISPLAY_NAME is required beside ADMIN_USER_ID"),
    ]);
  });

  it("of the database are read and checked alone, for commands that need no others", () => {
    const { DATABASE_URL } = GOOD;
    const server = { kind: "server", url: DATABASE_URL, poolSize: 10 };
    expect(readDatabaseSettings({ DATABASE_URL, SSO_SHARED_SECRET: "short", PORT: "x" })).toEqual(server);
    expect(readDatabaseSettings({ DATABASE_URL_FILE: file("url", `${DATABASE_URL}\n`) })).toEqual(server);
    expect(readDatabaseSettings({ DATABASE_URL: "embedded", DATA_DIR: "/x" })).toEqual({
      kind: "embedded",
      directory: "/x",
    });
    for (const [env, named] of [
      [{}, "DATABASE_URL is required"],
      [{ DATABASE_URL: "mysql://u:hunter2@db" }, "DATABASE_URL must be one URL"],
      [{ DATABASE_URL, DATABASE_POOL_SIZE: "0" }, "DATABASE_POOL_SIZE"],
    ] as const) {
      expect(() => readDatabaseSettings(env)).toThrow(named);
      expect(() => readDatabaseSettings(env)).not.toThrow("hunter2");
    }
  });

  it("accept a token of /metrics that cannot be guessed and that the portal does not know, also from a file", () => {
    const token = "0123456789abcdef";
    expect(readSettings(GOOD).METRICS_TOKEN).toBeNull();
    expect(readSettings({ ...GOOD, METRICS_TOKEN: "" }).METRICS_TOKEN).toBeNull();
    expect(readSettings({ ...GOOD, METRICS_TOKEN: token }).METRICS_TOKEN).toBe(token);
    expect(readSettings({ ...GOOD, METRICS_TOKEN_FILE: file("metrics", `${token}\n`) }).METRICS_TOKEN).toBe(token);
    for (const value of [
      "0123456789abcde",
      "a".repeat(64),
      "abcd".repeat(8),
      `${token} `,
      `${token}\n`,
      "秘密の合言葉".repeat(4),
    ]) {
      const found = problems({ METRICS_TOKEN: value });
      const named = /^METRICS_TOKEN must be at least 16 visible ASCII characters, 5 of them different.*openssl rand/;
      expect({ value, found }).toEqual({ value, found: [expect.stringMatching(named)] });
      expect(found.join()).not.toContain(value.trim());
    }
    const portals = "0123456789abcdef".repeat(4);
    for (const name of ["SSO_SHARED_SECRET", "SSO_SHARED_SECRET_PREVIOUS"])
      expect(problems({ [name]: portals, METRICS_TOKEN: portals })).toEqual([
        expect.stringContaining("METRICS_TOKEN is the same as a secret that the portal signs with"),
      ]);
  });

  it("say whether a setting is missing or wrong, whatever its value says", async () => {
    const kinds = (env: Record<string, string>) => settingProblems(env).map(({ kind }) => kind);
    const { cert } = await makeCertificate(folder, "kinds");
    for (const missing of [
      { SSO_SHARED_SECRET: "" },
      { DATABASE_URL: "" },
      { PORTAL_DOMAIN: "" },
      { JWT_PREVIOUS_KEY_FILE: file("kind.pem", pem("P-256")) },
      { TLS_CERT_FILE: cert },
      { ADMIN_USER_ID: "000001" },
    ])
      expect({ missing, kinds: kinds(missing) }).toEqual({ missing, kinds: ["missing"] });
    for (const HOST of ["PORT is required: 3000", "it is not set", "one is set without another"])
      expect({ HOST, kinds: kinds({ HOST }) }).toEqual({ HOST, kinds: ["wrong"] });
  });

  it("report all problems at once, without secrets", () => {
    const secret = "a-short-secret";
    const all = problems({
      SSO_SHARED_SECRET: secret,
      SSO_SHARED_SECRET_PREVIOUS: `${secret}-2`,
      DATABASE_URL: `ftp://u:${secret}@db`,
      PORT: "x",
      PORTAL_DOMAIN: "",
    });
    expect(all).toHaveLength(5);
    for (const problem of all) expect(problem).not.toContain(secret);
  });

  it("name the audiences of access tokens: assistants need tokens, and the address of the service", () => {
    const PUBLIC_URL = "https://documents.example.com/";
    const audiences = (env: Record<string, string>) => readSettings({ ...GOOD, ...env }).tokenAudiences;
    expect(audiences({})).toEqual(["api", "authzen"]);
    expect(audiences({ ACCESS_TOKENS: "false" })).toEqual([]);
    expect(audiences({ MCP: "true", PUBLIC_URL })).toEqual(["api", "authzen", "mcp"]);
    expect(readSettings({ ...GOOD, MCP: "true", PUBLIC_URL }).PUBLIC_URL).toBe("https://documents.example.com");
    expect(problems({ MCP: "true" })).toEqual([
      expect.stringMatching(/^PUBLIC_URL is required beside MCP=true: the address/),
    ]);
    expect(problems({ MCP: "true", PUBLIC_URL, ACCESS_TOKENS: "false" })).toEqual([
      expect.stringMatching(/^MCP is true and ACCESS_TOKENS is false/),
    ]);
  });

  describe("of the search index", () => {
    const SEARCH_URL = "https://search-1.example.com:9200,https://search-2.example.com:9200";

    it("are none unless an address is set, and say so of any that is set without it", async () => {
      expect(readSettings(GOOD)).toMatchObject({ searchServers: null, SEARCH_REQUIRED: true });
      const { cert } = await makeCertificate(folder, "alone");
      for (const [name, value] of [
        ["SEARCH_CA_FILE", cert],
        ["SEARCH_SHARDS", "3"],
        ["SEARCH_REPLICAS", "0"],
        ["SEARCH_REQUIRED", "false"],
      ] as const)
        expect(problems({ [name]: value })).toEqual([
          expect.stringMatching(`^SEARCH_URL is required beside ${name}: the servers of an OpenSearch`),
        ]);
      expect(problems({ SEARCH_USER: "retrieval" })).toEqual([
        expect.stringContaining("SEARCH_PASSWORD is required beside SEARCH_USER: "),
        expect.stringContaining("SEARCH_URL is required beside SEARCH_USER: "),
      ]);
      expect(problems({ SEARCH_URL, SEARCH_PASSWORD: "p" })).toEqual([
        expect.stringContaining("SEARCH_USER is required beside SEARCH_PASSWORD: "),
      ]);
      expect(problems({ SEARCH_URL, DATABASE_POOL_SIZE: "3" })).toEqual([
        "SEARCH_URL needs a DATABASE_POOL_SIZE of at least 4",
      ]);
      expect(problems({ SEARCH_URL, DATABASE_POOL_SIZE: "4" })).toEqual([]);
    });

    it("name the servers, the user with a password from a file, and the authorities of their certificates", async () => {
      const [one, other] = [await makeCertificate(folder, "ca-1"), await makeCertificate(folder, "ca-2")];
      const ca = readFileSync(one.cert, "utf8") + readFileSync(other.cert, "utf8");
      const settings = readSettings({
        ...GOOD,
        SEARCH_URL,
        SEARCH_USER: "retrieval",
        SEARCH_PASSWORD_FILE: file("search-password", "hunter2\n"),
        SEARCH_CA_FILE: file("search-ca.pem", ca),
        SEARCH_SHARDS: "1",
        SEARCH_REPLICAS: "0",
        SEARCH_REQUIRED: "false",
      });
      expect(settings).toMatchObject({
        searchServers: { urls: SEARCH_URL.split(","), user: "retrieval", password: "hunter2", ca: ca.trimEnd() },
        SEARCH_SHARDS: 1,
        SEARCH_REPLICAS: 0,
        SEARCH_REQUIRED: false,
      });
      expect(settings.given.join()).not.toMatch(/example\.com:9200|hunter2/);
    });

    it("refuse a user with a colon, and a file of which any certificate is broken", async () => {
      expect(problems({ SEARCH_URL, SEARCH_USER: "a:b", SEARCH_PASSWORD: "p" })).toEqual([
        'SEARCH_USER must be a text without a colon; it is "a:b"',
      ]);
      const { cert, key } = await makeCertificate(folder, "ca-3");
      const broken = `${readFileSync(cert, "utf8")}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`;
      for (const path of [key, file("broken-ca.pem", broken)])
        expect(problems({ SEARCH_URL, SEARCH_CA_FILE: path })).toEqual([
          "SEARCH_CA_FILE must name a file with certificates in PEM form",
        ]);
    });
  });

  describe("of the models", () => {
    const URL = "http://models:8080/v1";

    it("are none unless an address is set", () => {
      expect(readSettings(GOOD)).toMatchObject({ answerModel: null, MEANING: "on", embeddingModel: null });
    });

    it("are none for meaning if MEANING is off, whatever else is set", () => {
      const off = { ...GOOD, MEANING: "off", EMBEDDING_URL: URL, EMBEDDING_MODEL: "e5" };
      expect(readSettings(off)).toMatchObject({ MEANING: "off", embeddingModel: null });
      expect(problems({ MEANING: "no" })).toEqual([expect.stringMatching(/^MEANING /)]);
    });

    it("are read for each purpose, the key from a file too", () => {
      const { embeddingModel, answerModel } = readSettings({
        ...GOOD,
        EMBEDDING_URL: URL,
        EMBEDDING_MODEL: "e5",
        EMBEDDING_KEY_FILE: file("embedding-key", "k\n"),
        EMBEDDING_QUERY_PREFIX: "query: ",
        EMBEDDING_PASSAGE_PREFIX: "passage: ",
        ANSWER_URL: "https://models.example.com/v1",
        ANSWER_MODEL: "qwen3",
      });
      expect(embeddingModel).toEqual({
        url: URL,
        model: "e5",
        key: "k",
        queryPrefix: "query: ",
        passagePrefix: "passage: ",
      });
      expect(answerModel).toEqual({ url: "https://models.example.com/v1", model: "qwen3", key: null });
    });

    it.each(["ANSWER", "EMBEDDING"])("are refused with the setting's name and without the key (%s)", (name) => {
      const given = (env: Record<string, string>) =>
        problems(Object.fromEntries(Object.entries(env).map(([key, value]) => [`${name}_${key}`, value])));
      expect(given({ MODEL: "m" })).toEqual([
        expect.stringContaining(`${name}_URL is required beside ${name}_MODEL: `),
      ]);
      expect(given({ URL })).toEqual([`${name}_MODEL is required beside ${name}_URL: the model's name there`]);
      for (const address of ["models", "ftp://models/v1", "http://u:p@models/v1", "http://models/v1?key=k"])
        expect(given({ URL: address, MODEL: "m" })).toEqual([expect.stringContaining(`${name}_URL must be the base`)]);
      expect(given({ URL, MODEL: "m", KEY: "秘密" })).toEqual([`${name}_KEY must be visible ASCII characters only`]);
      const open = { [`${name}_URL`]: "http://models.example.com/v1", [`${name}_MODEL`]: "m" };
      expect(readSettings({ ...GOOD, ...open }).warnings).toEqual([
        expect.stringContaining(`${name}_URL has no HTTPS`),
      ]);
    });
  });
});
