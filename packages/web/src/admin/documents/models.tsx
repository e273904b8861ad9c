import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../api/query-options.js";
import { useMessages } from "../../i18n/i18n.js";
import { useApi } from "../../session/session-provider.js";
import styles from "./documents.module.css";
import { messages } from "./messages.js";

/** Which models texts are sent to, on which hosts; nothing without a model. */
export function Models() {
  const text = useMessages(messages).models;
  const api = useApi();
  const { data } = useQuery({ ...answerOf(api, "listModels", {}), staleTime: Number.POSITIVE_INFINITY });
  if (!data || data.models.length === 0) return null;
  return (
    <details className={styles.models}>
      <summary>{text.sentTo([...new Set(data.models.map(({ host }) => host))])}</summary>
      <ul className={styles.drafts}>
        {data.models.map(({ purpose, model, host, in_own_network, only_open }) => (
          <li key={purpose}>
            <span>{text.purpose[purpose](text.at(model, host, in_own_network))}</span>
            <span className={styles.hint}>{only_open ? text.onlyOpen : text.every}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
