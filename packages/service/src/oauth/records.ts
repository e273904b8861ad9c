import { createHash } from "node:crypto";
import { APPLICATION_DAYS } from "@retrieval/core/limits";
import type { AccessTokenStore, AuthorizationRecords, Clock } from "@retrieval/core/ports";
import { endConnection, tokenHash } from "@retrieval/core/use-cases";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";

export interface RecordDeps {
  readonly authorizations: AuthorizationRecords;
  readonly accessTokens: Pick<AccessTokenStore, "change" | "find" | "renew">;
  readonly clock: Clock;
}

/** The library's storage of one kind of record: in the database, by the SHA-256 of its id. */
export class Records implements Adapter {
  constructor(
    readonly kind: string,
    private readonly deps: RecordDeps,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { jti: _, ...kept } = payload;
    const expires_at = this.deps.clock.now() + expiresIn * 1000;
    const token_id = (this.kind === "Grant" ? id : payload.grantId) ?? null;
    await this.deps.authorizations.put({ kind: this.kind, hash: hashOf(id), token_id, payload: kept, expires_at });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = await this.deps.authorizations.find(this.kind, hashOf(id), this.deps.clock.now());
    return found === null ? undefined : { ...found.payload, jti: id, consumed: found.is_used };
  }

  /** Two requests with one code or refresh token find both of them unused; the second one gets no further. */
  async consume(id: string): Promise<void> {
    const used = await this.deps.authorizations.use(this.kind, hashOf(id), this.deps.clock.now());
    if (!used) throw new errors.InvalidGrant("already used");
  }

  async destroy(id: string): Promise<void> {
    await this.deps.authorizations.remove(this.kind, hashOf(id));
  }

  /** What belongs to a grant goes with its connection. */
  async revokeByGrantId(): Promise<void> {}
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
}

/** The grants: each is the connection of an application, which is listed beside the tokens that its user pastes. */
export class Grants extends Records {
  constructor(
    private readonly connections: RecordDeps,
    /** Whether a token that was exchanged already has come again. */
    private readonly isReuse: () => boolean,
  ) {
    super("Grant", connections);
  }

  override async destroy(token_id: string): Promise<void> {
    const grant = await this.find(token_id);
    if (grant?.accountId === undefined) return;
    await endConnection({ token_id, user_id: grant.accountId, used_twice: this.isReuse() }, this.connections);
  }
}

/** The access tokens. They are opened as pasted ones are; the library finds one to revoke it, which ends its connection. */
export class RenewedTokens extends Records {
  constructor(private readonly connections: RecordDeps) {
    super("AccessToken", connections);
  }

  override async upsert(id: string, { grantId = "" }: AdapterPayload, expiresIn: number): Promise<void> {
    const { accessTokens, clock } = this.connections;
    const now = clock.now();
    const renewable_until = now + APPLICATION_DAYS * 86_400_000;
    await accessTokens.renew(grantId, { hash: tokenHash(id), expires_at: now + expiresIn * 1000, renewable_until });
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const { token } = (await this.connections.accessTokens.find(tokenHash(id))) ?? {};
    return token?.client_id == null
      ? undefined
      : { kind: "AccessToken", jti: id, clientId: token.client_id, grantId: token.token_id };
  }
}

/** A browser's session with the library, which lasts one request: the next authorization asks its user again. */
export class NoSessions extends Records {
  constructor(deps: RecordDeps) {
    super("Session", deps);
  }

  override async upsert(): Promise<void> {}
  override async find(): Promise<undefined> {}
  override async destroy(): Promise<void> {}
}

const hashOf = (id: string): Uint8Array => createHash("sha256").update(id, "utf8").digest();
