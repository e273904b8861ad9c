import { useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { useTitle } from "../shell/shell.js";
import { FilterField } from "../ui/filter-field.js";
import { PageHead } from "../ui/layout.js";
import styles from "./documents-page.module.css";
import { RuleList } from "./life/rule-list.js";
import { messages } from "./messages.js";

/** The documents that this reader may see. */
export function DocumentsPage() {
  const text = useMessages(messages);
  const [filter, setFilter] = useState("");
  useTitle(text.documents);
  return (
    <div className={styles.page}>
      <PageHead title={text.documents} lead={text.documentsHint} />
      <FilterField label={text.filter} value={filter} onChange={setFilter} />
      <RuleList filter={filter.trim()} />
    </div>
  );
}
