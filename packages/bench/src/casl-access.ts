import { AbilityBuilder, createMongoAbility, type MongoAbility, subject } from "@casl/ability";
import { type AccessReason, type AccessRules, type Reader, seesEverything } from "@retrieval/core";

type Ability = MongoAbility;

/** A document in CASL's form: marked with the type that its rules are about. */
export const caslSubject = (rules: AccessRules) => subject("Document", { ...rules });
export type CaslSubject = ReturnType<typeof caslSubject>;

/** A reader's permissions, as in CASL's guide: one rule for each way in, made when the reader signs in. */
export function caslAbility(reader: Reader): Ability {
  const { can, build } = new AbilityBuilder<Ability>(createMongoAbility);
  const { role, department_code, permission_groups, user_id } = reader;
  if (seesEverything(role)) can("read", "Document");
  can("read", "Document", { allow_all: true });
  if (department_code !== null) can("read", "Document", { allowed_department_codes: department_code });
  can("read", "Document", { allowed_groups: { $in: [...permission_groups] } });
  can("read", "Document", { allowed_users: user_id });
  return build();
}

/** With a separate rule for each group, so that each rule that matches is one reason. */
export function caslAbilityWithReasons(reader: Reader): Ability {
  const { can, build } = new AbilityBuilder<Ability>(createMongoAbility);
  const { role, department_code, permission_groups, user_id } = reader;
  const because = (by: AccessReason["by"], value: string, conditions?: object) =>
    can("read", "Document", conditions).because(JSON.stringify({ by, value } satisfies AccessReason));
  // CASL checks the last rule first.
  because("user", user_id, { allowed_users: user_id });
  for (const group of permission_groups.toReversed()) because("group", group, { allowed_groups: group });
  if (department_code !== null) {
    because("department", department_code, { allowed_department_codes: department_code });
  }
  because("allow_all", "*", { allow_all: true });
  if (seesEverything(role)) because("role", role);
  return build();
}

export const caslMaySee = (ability: Ability, document: CaslSubject) => ability.can("read", document);

/** The reasons of all rules that match, as the texts that the rules were made with. */
export const caslReasons = (ability: Ability, document: CaslSubject) =>
  ability.rulesFor("read", "Document").flatMap((rule) => (rule.matchesConditions(document) ? [rule.reason ?? ""] : []));
