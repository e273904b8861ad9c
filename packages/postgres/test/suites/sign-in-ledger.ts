import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { describeUnless } from "@retrieval/contract";
import type { SignInLedger } from "@retrieval/core/ports";

export interface OpenSignInLedger {
  readonly ledger: SignInLedger;
  /** The same ledger of another instance. */
  readonly elsewhere?: SignInLedger;
  close(): Promise<void>;
}

/**
 * The contract of {@link SignInLedger}.
 * @param open an empty ledger
 */
export function signInLedgerContract(
  name: string,
  open: () => Promise<OpenSignInLedger>,
  leftOut: { readonly severalInstances?: string } = {},
): void {
  describe(`${name} keeps the contract of SignInLedger`, () => {
    let ledger: SignInLedger;
    let opened: OpenSignInLedger;
    beforeEach(async () => {
      opened = await open();
      ledger = opened.ledger;
    });
    afterEach(() => opened.close());

    const signature = "5d5d139563c95b5967b9bd9a8c9b233a9dedb45072794cd232dc1b74832607d0";
    const now = () => Math.floor(Date.now() / 1000);

    it("a signature is claimed once", async () => {
      expect(await ledger.claim(signature, now() + 300)).toBe(true);
      expect(await ledger.claim(signature, now() + 300)).toBe(false);
      expect(await ledger.claim(signature, now() + 900)).toBe(false);
    });

    it("signatures that differ in one character are two", async () => {
      expect(await ledger.claim(signature, now() + 300)).toBe(true);
      expect(await ledger.claim(`${signature.slice(0, -1)}1`, now() + 300)).toBe(true);
    });

    it("a claim outlasts its end, however many claims come after it", async () => {
      await ledger.claim(signature, now() + 300);
      for (let i = 0; i < 30; i++) await ledger.claim(`later ${i}`, now() + 86_400 * 30);
      expect(await ledger.claim(signature, now() + 300)).toBe(false);
    });

    it.each([1_700_000_000, 4_000_000_000])("a service whose clock shows %d claims once too", async (until) => {
      expect(await ledger.claim(signature, until)).toBe(true);
      expect(await ledger.claim(signature, until)).toBe(false);
    });

    it("exactly one of many concurrent claims gets true", async () => {
      const claims = Array.from({ length: 50 }, () => ledger.claim(signature, now() + 300));
      expect((await Promise.all(claims)).filter(Boolean)).toEqual([true]);
    });

    describeUnless(leftOut.severalInstances, "with several instances", () => {
      it("exactly one of the concurrent claims on both gets true", async () => {
        const { elsewhere } = opened;
        const claims = Array.from({ length: 50 }, (_, i) =>
          (i % 2 ? elsewhere : ledger)?.claim(signature, now() + 300),
        );
        expect((await Promise.all(claims)).filter(Boolean)).toEqual([true]);
      });
    });
  });
}
