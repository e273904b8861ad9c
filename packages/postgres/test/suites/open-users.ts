import { expect } from "@jest/globals";
import type { aUser } from "@retrieval/contract";
import type { UserDirectory } from "@retrieval/core/ports";

export interface OpenUserDirectory {
  readonly users: UserDirectory;
  /** The same directory of another instance. */
  readonly elsewhere?: UserDirectory;
  /** How many statements the store got while `work` ran. */
  countStatements(work: () => Promise<unknown>): Promise<number>;
  /** Makes the recorded deactivations that much older. */
  age(hours: number): Promise<void>;
  /** Makes the store itself refuse users with this e-mail address, until it is closed. @returns the rule's name */
  refuseEmail(email: string): Promise<string>;
  close(): Promise<void>;
}

export interface LeftOutOfUserDirectory {
  /** Why several instances cannot be tested. */
  readonly severalInstances?: string;
}

/** Writes these users unchanged, through the port. */
export async function given(users: UserDirectory, ...records: readonly ReturnType<typeof aUser>[]): Promise<void> {
  const { refused } = await users.change(
    records.map(({ user_id }) => user_id),
    () => ({ records, kept: null }),
  );
  expect(refused.size).toBe(0);
}
