import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { useLanguageOf } from "../i18n/text-language.js";
import { useAnswer } from "../parts/use-answer.js";
import { SearchPlace } from "../shell/search-place.js";
import { useTitle } from "../shell/shell.js";
import { Stack } from "../ui/layout.js";
import { searchAddress } from "./addresses.js";
import styles from "./front-page.module.css";
import { messages as lifeMessages } from "./life/messages.js";
import { Revisions } from "./life/revisions.js";
import { RuleList } from "./life/rule-list.js";
import { messages } from "./messages.js";
import searchStyles from "./search-page.module.css";
import { type SearchQuery, useSearchQuery } from "./search-query.js";

/** Before a question is typed: the field, what changes for this reader, and all rules. */
export function FrontPage() {
  const text = useMessages(messages);
  const { rules } = useMessages(lifeMessages);
  useTitle("");
  // What is above must be there first, so that nothing moves.
  const areQuestionsKnown = useAnswer("readFrontPage", {}).isFetched;
  const areChangesKnown = useAnswer("listNotices", {}).isFetched;
  return (
    <Stack gap={6} className={styles.page}>
      <Stack gap={3} className={styles.head}>
        <h1>{text.welcome}</h1>
        <SearchPlace className={styles.field} />
        <After search={useSearchQuery()} />
        <Questions />
      </Stack>
      {areQuestionsKnown && <Revisions />}
      {areQuestionsKnown && areChangesKnown && (
        <section>
          <h2>{rules}</h2>
          <RuleList />
        </section>
      )}
    </Stack>
  );
}

/** Administrators' questions, each a search of one click. Without them the page is the same, so a failure shows nothing. */
function Questions() {
  const text = useMessages(messages);
  const languageOf = useLanguageOf();
  const { data } = useAnswer("readFrontPage", {});
  if (!data || data.questions.length === 0) return null;
  return (
    <ul className={styles.questions} aria-label={text.questions}>
      {[...new Set(data.questions)].map((question) => (
        <li key={question}>
          <Link href={searchAddress(question)} lang={languageOf(question)}>
            {question}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The question that this one follows, with a link that takes this away. */
export function After({ search }: { search: SearchQuery }) {
  const text = useMessages(messages);
  const last = search.previous.at(-1);
  if (last === undefined) return null;
  return (
    <Removable href={searchAddress(search.query, { ...search, previous: [] })} label={text.notAfter(last)}>
      {text.after(last)}
    </Removable>
  );
}

/** What narrows a search, with a link that takes it away. */
export function Removable({ href, label, children }: { href: string; label: string; children: string }) {
  return (
    <p className={searchStyles.narrowed}>
      <Link href={href} aria-label={label}>
        {children} <span aria-hidden>✕</span>
      </Link>
    </p>
  );
}
