import { jest } from "@jest/globals";

/**
 * For tests that measure real servers, or watch a real browser, on a machine that does much else: one that fails is tried
 * once more, and its first failure is printed.
 */
jest.retryTimes(1, { logErrorsBeforeRetry: true });
