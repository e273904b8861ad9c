import { useMessages } from "../../i18n/i18n.js";
import { DocumentName, UserName } from "../../parts/display-names.js";
import { DocumentPicker } from "../../parts/document-picker.js";
import { Picked } from "../../parts/picked.js";
import { UserPicker } from "../../parts/user-picker.js";
import { messages } from "./messages.js";

interface PickedFieldProps {
  /** An identifier; empty: nothing is picked. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One user, registered or not, or none yet. */
export function UserField({ value, onChange }: PickedFieldProps) {
  const { as, user: label } = useMessages(messages);
  if (value === "") return <UserPicker label={label} enter={as} onPick={onChange} />;
  return <Picked label={label} value={value} name={<UserName user_id={value} />} onRemove={() => onChange("")} />;
}

/** One document, also one that was deleted, or none yet. */
export function DocumentField({ value, onChange }: PickedFieldProps) {
  const { as, document: label } = useMessages(messages);
  if (value === "") return <DocumentPicker label={label} enter={as} onPick={onChange} />;
  return (
    <Picked label={label} value={value} name={<DocumentName document_id={value} />} onRemove={() => onChange("")} />
  );
}
