import { describe, expect, it } from "@jest/globals";
import { RequestsInFlight } from "@retrieval/http";

describe("RequestsInFlight", () => {
  it("is full while as many are worked on as may be, however they end", async () => {
    const inFlight = new RequestsInFlight(2);
    const [ends, fails] = [held(), held()];
    const both = [inFlight.during(() => ends.promise), inFlight.during(() => fails.promise)];
    expect(inFlight.isFull).toBe(true);
    ends.resolve("ended");
    expect(await both[0]).toBe("ended");
    expect(inFlight.isFull).toBe(false);
    fails.reject(new Error("no"));
    await expect(both[1]).rejects.toThrow("no");
    expect([await inFlight.during(async () => inFlight.isFull), inFlight.isFull]).toEqual([false, false]);
  });

  it("leaves out who waits, and counts them again after", async () => {
    const inFlight = new RequestsInFlight(1);
    const body = held();
    const request = inFlight.during(async () => [await inFlight.outside(() => body.promise), inFlight.isFull]);
    expect(inFlight.isFull).toBe(false);
    body.resolve("body");
    expect(await request).toEqual(["body", true]);
    expect(inFlight.isFull).toBe(false);
  });

  it("tells a request that comes back when its place is taken, and no other one", async () => {
    const inFlight = new RequestsInFlight(1);
    const [body, other] = [held(), held()];
    const waiting = inFlight.during(() => inFlight.outside(() => body.promise));
    const working = inFlight.during(() => other.promise);
    body.resolve("body");
    expect(await waiting).toBe("full");
    expect(inFlight.isFull).toBe(true);
    other.resolve("other");
    expect(await working).toBe("other");
    expect(inFlight.isFull).toBe(false);
  });

  it("counts who waited in vain as well", async () => {
    const inFlight = new RequestsInFlight(1);
    const cutOff = inFlight.during(() => inFlight.outside(() => Promise.reject(new Error("cut off"))));
    await expect(cutOff).rejects.toThrow("cut off");
    expect(inFlight.isFull).toBe(false);
    await inFlight.during(async () => expect(inFlight.isFull).toBe(true));
  });
});

/** A promise that is settled by hand. */
function held() {
  let resolve: (value: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}
