/** Remembers which signed requests have been used, when SSO_SINGLE_USE makes each valid for one token. */
export interface SignInLedger {
  /**
   * Claims a signature. Under concurrent calls with the same signature, in one process or several, exactly one MUST
   * get true. The claim MUST outlast `until`; afterwards it MAY be forgotten.
   *
   * @param signature as it was sent and has been verified
   * @param until UNIX time in seconds after which the signed request is too old anyway
   */
  claim(signature: string, until: number): Promise<boolean>;
}
