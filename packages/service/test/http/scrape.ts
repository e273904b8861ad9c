import { expect } from "@jest/globals";
import type { TestService } from "../harness.js";
import { readExposition, type Sample } from "./exposition.js";

/** The text of `/metrics` now. @param token if METRICS_TOKEN is set */
export async function scrape(t: TestService, token?: string): Promise<Sample[]> {
  const request = t.http().get("/metrics");
  const { status, headers, text } = await (token ? request.set("Authorization", `Bearer ${token}`) : request);
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
    "no-store",
  ]);
  return readExposition(text);
}
