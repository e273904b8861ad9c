import { jest } from "@jest/globals";

/** Settings for tests: waits end at once and are recorded. */
export function testSettings(url: string) {
  const waits: number[] = [];
  return {
    waits,
    settings: {
      url,
      model: "test-model",
      random: () => 0.5,
      sleep: async (milliseconds: number) => {
        waits.push(milliseconds);
      },
    },
  };
}

export const signal = new AbortController().signal;

/** Time limits then wait for `jest.advanceTimersByTime`. Connections, which are outside of Jest, go on as ever. */
export function fakeTimeouts(): void {
  const others = [
    "Date",
    "hrtime",
    "nextTick",
    "performance",
    "queueMicrotask",
    "setImmediate",
    "setInterval",
  ] as const;
  jest.useFakeTimers({ doNotFake: [...others] });
}
