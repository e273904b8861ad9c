import { Link } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { useLanguageOf } from "../../i18n/text-language.js";
import { Paged } from "../../parts/paged.js";
import { EmptyState } from "../../ui/state.js";
import { documentAddress } from "../addresses.js";
import type { ReadableDocument } from "../answers.js";
import { messages as readingMessages } from "../messages.js";
import { useDocuments } from "../queries.js";
import { messages } from "./messages.js";
import styles from "./rule-list.module.css";

/** The rules that this reader may see, by category, one line each. */
export function RuleList({ filter = "" }: { filter?: string }) {
  const text = useMessages(readingMessages);
  const empty =
    filter === "" ? (
      <EmptyState title={text.noDocuments}>{text.noDocumentsText}</EmptyState>
    ) : (
      <EmptyState title={text.noMatch} />
    );
  return (
    <Paged list={useDocuments(filter)} empty={empty}>
      {(rules) => <Rules rules={rules} />}
    </Paged>
  );
}

function Rules({ rules }: { rules: readonly ReadableDocument[] }) {
  const text = useMessages(messages);
  const { columns } = text;
  const groups = byCategory(rules);
  const isSorted = groups.some(([category]) => category !== null);
  return (
    <table className={styles.rules}>
      <thead>
        <tr>
          {[...(isSorted ? [columns.category] : []), columns.title, columns.number, columns.from, columns.owner].map(
            (name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      {groups.map(([category, rules]) => (
        <tbody key={category ?? ""}>
          {rules.map((rule, i) => (
            <tr key={rule.document_id}>
              {isSorted && i === 0 && (
                <th scope="rowgroup" rowSpan={rules.length} className={styles.category}>
                  {category === null ? text.noCategory : text.category(category.split("/"))}
                </th>
              )}
              <Rule rule={rule} />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Rule({ rule: { document_id, title, number, effective_from, owner } }: { rule: ReadableDocument }) {
  const text = useMessages(messages);
  const { day } = useFormat();
  const languageOf = useLanguageOf();
  return (
    <>
      <th scope="row">
        <Link href={documentAddress(document_id)} lang={languageOf(title)}>
          {title}
        </Link>
      </th>
      <td>{number}</td>
      <td>
        <time dateTime={effective_from}>{text.effective(day(effective_from))}</time>
      </td>
      <td>{owner}</td>
    </>
  );
}

/** Rules come by category: each has one group, also over several pages. */
function byCategory(rules: readonly ReadableDocument[]): [string | null, ReadableDocument[]][] {
  const groups = new Map<string | null, ReadableDocument[]>();
  for (const rule of rules) groups.set(rule.category, [...(groups.get(rule.category) ?? []), rule]);
  return [...groups];
}
