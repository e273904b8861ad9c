import { expect, it } from "@jest/globals";
import { dayFinding } from "../../src/doctor/day-findings.js";

const now = Date.parse("2027-03-31T15:00:00Z");
const stored = (day: string, time_zone: string | null = "Asia/Tokyo") =>
  dayFinding({ day, time_zone }, { timeZone: "Asia/Tokyo", now });

it("the doctor says whether the versions in force are those of today, and what to do", () => {
  expect(stored("2027-04-01")).toEqual({
    state: "ok",
    what: "versions are in force as of 2027-04-01, which began by Asia/Tokyo",
  });
  expect(stored("2000-01-01", null)).toEqual({ state: "ok", what: "no instance has put versions in force yet" });
  expect(stored("2027-03-31")).toEqual({
    state: "note",
    what: "versions are in force as of 2027-03-31, and this machine's clock says 2027-04-01",
    mend: "Start the service, which puts those of today in force before it is ready. If it runs, look at its log.",
  });
  expect(stored("2027-04-02")).toMatchObject({
    state: "wrong",
    mend: expect.stringContaining("run retrieval migrate --time-zone Asia/Tokyo, which goes back to today."),
  });
  expect(stored("2027-04-01", "Europe/Berlin")).toEqual({
    state: "wrong",
    what: "the days of documents begin by Europe/Berlin, and TIME_ZONE here is Asia/Tokyo: the service does not get ready",
    mend: "Set TIME_ZONE=Europe/Berlin. To change it for all instances, run retrieval migrate --time-zone Asia/Tokyo.",
  });
});
