import type { AuditKind } from "@retrieval/core/ports";
import { useLocation } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { Checkbox } from "../../ui/checkbox.js";
import { Select } from "../../ui/select.js";
import { AUDIT_ADDRESS, auditAddress } from "./addresses.js";
import styles from "./audit-page.module.css";
import { type EntryFilter, isEmpty } from "./entry-filter.js";
import { localOf, momentOf } from "./local-moment.js";
import { messages } from "./messages.js";
import { MomentField } from "./moment-field.js";
import { DocumentField, UserField } from "./picked-field.js";
import { useFollowing } from "./use-following.js";

const SIGN_IN = "sign-in" satisfies AuditKind;

/** Filters for entries; submitting puts them into the address. */
export function EntryFilterForm({ filter }: { filter: EntryFilter }) {
  const text = useMessages(messages);
  const [, navigate] = useLocation();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [user_id, setUserId] = useFollowing(filter.user_id);
  const [document_id, setDocumentId] = useFollowing(filter.document_id);
  const [kind, setKind] = useFollowing(filter.kind);
  const [without, setWithout] = useFollowing(filter.without);
  const [from, setFrom] = useFollowing(localOf(filter.from, "minutes"));
  const [to, setTo] = useFollowing(localOf(filter.to, "minutes"));
  const isReversed = from !== "" && to !== "" && to < from;
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser in use knows <search>
    <form
      role="search"
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault();
        const times = { from: momentOf(from, "minutes", "begins") ?? "", to: momentOf(to, "minutes", "ends") ?? "" };
        navigate(auditAddress("entries", { user_id, document_id, kind, without, ...times }));
      }}
    >
      <UserField value={user_id} onChange={setUserId} />
      <DocumentField value={document_id} onChange={setDocumentId} />
      <Select
        label={text.kind}
        choices={[
          { value: "", label: text.allKinds },
          ...Object.entries(text.kinds).map(([value, label]) => ({ value, label })),
        ]}
        value={kind}
        onChange={setKind}
      />
      <MomentField
        label={text.from}
        description={text.zone(zone)}
        precision="minutes"
        value={from}
        onChange={setFrom}
      />
      <MomentField
        label={text.to}
        precision="minutes"
        value={to}
        onChange={setTo}
        {...(isReversed && { error: text.reversed })}
      />
      <Checkbox
        label={text.hideSignIns}
        description={text.hideSignInsHint}
        isSelected={without.split(",").includes(SIGN_IN)}
        onChange={(hides) => setWithout(hides ? SIGN_IN : "")}
      />
      <div className={styles.submit}>
        <Button type="submit" look="primary">
          {text.show}
        </Button>
        {!isEmpty(filter) && <ButtonLink href={AUDIT_ADDRESS}>{text.clear}</ButtonLink>}
      </div>
    </form>
  );
}
