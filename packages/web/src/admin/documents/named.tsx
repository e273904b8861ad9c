import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import styles from "./documents.module.css";
import { messages } from "./messages.js";
import { useDepartmentNames, usePerson } from "./names.js";
import type { Entry } from "./rules/rules.js";

/** One thing that a rule names, by its name; what nobody and nothing bears says so. */
export function EntryName({ entry: { list, value } }: { entry: Entry }) {
  if (list === "allowed_department_codes") return <DepartmentName code={value} />;
  if (list === "allowed_users") return <PersonName user_id={value} />;
  return isolate(value);
}

function DepartmentName({ code }: { code: string }) {
  const { notInMaster } = useMessages(messages);
  const names = useDepartmentNames();
  const name = names?.get(code);
  // Where there is no master at all, the picker says so once.
  const isOdd = names !== undefined && names.size > 0 && name === undefined;
  return (
    <>
      {isolate(code)}
      {name !== undefined && ` ${isolate(name)}`}
      {isOdd && <span className={styles.odd}> ({notInMaster})</span>}
    </>
  );
}

/** Employee number and name; of people nothing else is shown. */
export function PersonName({ user_id }: { user_id: string }) {
  const { notRegistered, inactive } = useMessages(messages);
  const person = usePerson(user_id);
  return (
    <>
      {isolate(user_id)}
      {person && ` ${isolate(person.display_name)}`}
      {person === null && <span className={styles.odd}> ({notRegistered})</span>}
      {person?.is_active === false && <span className={styles.soft}> ({inactive})</span>}
    </>
  );
}

/** Who did something; null is the service itself. */
export function DoneBy({ user_id }: { user_id: string | null }) {
  const { service } = useMessages(messages);
  return user_id === null ? service : <PersonName user_id={user_id} />;
}
