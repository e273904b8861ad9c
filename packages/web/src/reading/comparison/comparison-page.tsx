import { COMPARISON_WORDS, type ComparisonView, comparedVersions, comparisonCounts } from "@retrieval/api/pages";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import { useFormat, useLanguage, useMessages } from "../../i18n/i18n.js";
import { useLanguageOf } from "../../i18n/text-language.js";
import { Loaded } from "../../parts/loaded.js";
import { SaveCsv } from "../../parts/save-csv.js";
import { useAnswer } from "../../parts/use-answer.js";
import { useApi } from "../../session/session-provider.js";
import { useTitle } from "../../shell/shell.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { PageHead, Row } from "../../ui/layout.js";
import { Refused } from "../../ui/refused.js";
import { saveFile } from "../../ui/save-file.js";
import { EmptyState } from "../../ui/state.js";
import { documentAddress } from "../addresses.js";
import { Confirmation, isDue } from "../life/confirmation.js";
import { messages as lifeMessages } from "../life/messages.js";
import { ComparedArticles } from "./compared-articles.js";
import styles from "./comparison.module.css";
import { messages } from "./messages.js";

/** Two versions of a document side by side: 新旧対照表. The address says which, as the service's does. */
export function ComparisonPage({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const search = new URLSearchParams(useSearch());
  const from = Number(search.get("from")) || undefined;
  const to = search.get("to") ?? undefined;
  const call = { document_id, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const query = useAnswer("compareVersions", call);
  const gone = (
    <EmptyState
      level={1}
      title={text.gone}
      actions={<ButtonLink href={documentAddress(document_id)}>{document_id}</ButtonLink>}
    >
      {text.goneText}
    </EmptyState>
  );
  return (
    <Loaded query={query} lines={12} label={text.comparing} absent="DOCUMENT_NOT_FOUND" instead={gone}>
      {(comparison) => <Comparison comparison={comparison} call={call} />}
    </Loaded>
  );
}

type ComparisonCall = { readonly document_id: string; readonly from?: number; readonly to?: string };

function Comparison({ comparison, call }: { comparison: ComparisonView; call: ComparisonCall }) {
  const text = useMessages(messages);
  const { language } = useLanguage();
  const languageOf = useLanguageOf();
  const words = COMPARISON_WORDS[language];
  const { to, articles } = comparison;
  const { title } = to;
  const counts = comparisonCounts(articles, words);
  useTitle(`${title} ${words.title}`);
  return (
    <div className={styles.page}>
      <PageHead
        title={words.title}
        back={
          <Link href={documentAddress(call.document_id)} lang={languageOf(title)}>
            {title}
          </Link>
        }
        actions={
          <div className={styles.actions}>
            <Row gap={[2, 3]} align="center">
              <Button onPress={() => print()}>{text.print}</Button>
              <SaveWord call={call} name={`${title} ${words.title}`} />
              <SaveCsv
                name={`${title} ${words.title}`}
                read={(client, format) => client.compareVersions({ ...call, ...format })}
                small={false}
              />
            </Row>
          </div>
        }
      />
      <div className={styles.summary}>
        {to.note !== null && (
          <p className={styles.reason} lang={languageOf(to.note)}>
            {to.note}
          </p>
        )}
        <ul className={styles.counts}>
          {(counts.length === 0 ? [words.same] : counts).map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </div>
      {articles.length > 0 && (
        <ComparedArticles
          articles={articles}
          heads={comparedVersions(comparison, words)}
          words={words}
          caption={`${title} ${words.title}`}
        />
      )}
      <OwnNotice document_id={call.document_id} number={to.number} />
    </div>
  );
}

/** This reader's notice of the later version: opening the page marks it as read, and only the button confirms it. */
function OwnNotice({ document_id, number }: { document_id: string; number: number | null }) {
  const text = useMessages(lifeMessages);
  const { day } = useFormat();
  const { data } = useAnswer("listNotices", {});
  const notice = data?.items.find((one) => one.document_id === document_id && one.number === number);
  const { client } = useApi();
  const { mutate: markRead } = useMutation({
    mutationFn: (version: number) => client.markNoticeRead({ document_id, body: { version } }),
  });
  const unread = notice?.read_at === null ? notice.number : null;
  useEffect(() => {
    if (unread !== null) markRead(unread);
  }, [unread, markRead]);
  if (notice?.notice !== "confirm") return null;
  return (
    <div className={styles.request} data-due={isDue(notice) || undefined}>
      {isDue(notice) && <p>{text.pleaseConfirm(notice.confirm_by && day(notice.confirm_by))}</p>}
      <Confirmation revision={notice} isFirst />
    </div>
  );
}

/** A link could not carry the session. */
function SaveWord({ call, name }: { call: ComparisonCall; name: string }) {
  const text = useMessages(messages);
  const api = useApi();
  const saving = useMutation({
    mutationFn: async () => {
      // What is not JSON is the response, unread.
      const { body } = await api.client.compareVersions({ ...call, format: "docx" });
      return (body as unknown as Response).blob();
    },
    onSuccess: (file) => saveFile(`${name}.docx`, file),
  });
  return (
    <>
      <Button isPending={saving.isPending} onPress={() => saving.mutate()}>
        {text.saveWord}
      </Button>
      <Refused error={saving.error} title={text.wordFailed} />
    </>
  );
}
