import { isPseudonym } from "@retrieval/api/pages";
import type { RuleList } from "@retrieval/core";
import type { UserSummary } from "@retrieval/core/users";
import { useMessages } from "../i18n/i18n.js";
import { isolate } from "../i18n/isolate.js";
import { Meta } from "../ui/layout.js";
import { messages } from "./messages.js";
import { useDepartmentNames, useUser } from "./principal-queries.js";
import { useRules } from "./rule-queries.js";

/** The name of one entry of a rule, or a note that no user, department or group has it. */
export function EntryName({ entry: { list, value } }: { entry: { readonly list: RuleList; readonly value: string } }) {
  if (list === "allowed_department_codes") return <DepartmentName code={value} />;
  if (list === "allowed_users") return <UserName user_id={value} />;
  return isolate(value);
}

function DepartmentName({ code }: { code: string }) {
  const { notInMaster } = useMessages(messages);
  const names = useDepartmentNames();
  const name = names?.get(code);
  // Without a department master, the picker says so once.
  const isOdd = names !== undefined && names.size > 0 && name === undefined;
  return (
    <>
      {isolate(code)}
      {name !== undefined && ` ${isolate(name)}`}
      {isOdd && (
        <Meta as="span" tone="warn">
          {" "}
          ({notInMaster})
        </Meta>
      )}
    </>
  );
}

/** A user's number and name, for a sentence. */
export const userLabel = ({ user_id, display_name }: Pick<UserSummary, "user_id" | "display_name">) =>
  `${isolate(user_id)} ${isolate(display_name)}`;

/** A user's name, or that the user is erased. */
export function DisplayName({ user_id, display_name }: Pick<UserSummary, "user_id" | "display_name">) {
  const { erased } = useMessages(messages);
  return isPseudonym(user_id) ? erased : isolate(display_name);
}

/** Employee number and name; the page shows nothing else about a user. */
export function UserName({ user_id }: { user_id: string }) {
  const { notRegistered, erased, inactive } = useMessages(messages);
  const user = useUser(user_id);
  return (
    <>
      {user ? userLabel(user) : isolate(user_id)}
      {user === null && (
        <Meta as="span" tone="warn">
          {" "}
          ({isPseudonym(user_id) ? erased : notRegistered})
        </Meta>
      )}
      {user?.is_active === false && <Meta as="span"> ({inactive})</Meta>}
    </>
  );
}

/** The user who did something; null: the service itself. */
export function DoneBy({ user_id }: { user_id: string | null }) {
  const { service } = useMessages(messages);
  return user_id === null ? service : <UserName user_id={user_id} />;
}

/** The title of a document, or its identifier where no published document has it. */
export function DocumentName({ document_id }: { document_id: string }) {
  const { data } = useRules(document_id);
  return isolate(data?.title ?? document_id);
}
