import { expect } from "@jest/globals";
import type { UserDirectory } from "@retrieval/core";
import type { aUser } from "../builders.js";

export interface OpenUserDirectory {
  readonly users: UserDirectory;
  /** The same directory as another instance has it. */
  readonly elsewhere?: UserDirectory;
  /** How many statements the store was sent while `work` ran. */
  countStatements(work: () => Promise<unknown>): Promise<number>;
  /** Makes what the store recorded of deactivations so much older. */
  age(hours: number): Promise<void>;
  /** Makes the store itself refuse users of this e-mail address, until it is closed. @returns the rule's name */
  refuseEmail(email: string): Promise<string>;
  close(): Promise<void>;
}

export interface LeftOutOfUserDirectory {
  /** Why nothing can be tried with several instances. */
  readonly severalInstances?: string;
}

/** Writes these users as they are, by the port's own means. */
export async function given(users: UserDirectory, ...records: readonly ReturnType<typeof aUser>[]): Promise<void> {
  const { refused } = await users.change(
    records.map(({ user_id }) => user_id),
    () => ({ records, kept: null }),
  );
  expect(refused.size).toBe(0);
}
