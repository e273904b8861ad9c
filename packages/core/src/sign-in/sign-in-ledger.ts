/**
 * Remembers what may not be used again: signed requests, when SSO_SINGLE_USE makes each valid for one token, and sessions
 * that their users ended.
 */
export interface SignInLedger {
  /**
   * Claims a signature. Under concurrent calls with the same signature, in one process or several, exactly one MUST
   * get true. The claim MUST outlast `until`; afterwards it MAY be forgotten.
   *
   * @param signature as it was sent and has been verified
   * @param until UNIX time in seconds after which the signed request is too old anyway
   */
  claim(signature: string, until: number): Promise<boolean>;

  /**
   * Ends one session: from the moment when it resolves, `UserDirectory.find` returns no user for it, on any instance.
   * It MUST stay so until `until`, and MAY be repeated.
   *
   * @param session the `jti` of its token
   * @param until UNIX time in seconds: the `exp` of its token
   */
  endSession(session: string, until: number): Promise<void>;
}
