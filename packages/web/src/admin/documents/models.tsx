import { useMessages } from "../../i18n/i18n.js";
import { useAnswer } from "../../parts/use-answer.js";
import { Meta, Row, Stack } from "../../ui/layout.js";
import styles from "./documents.module.css";
import { messages } from "./messages.js";

/** Which models texts are sent to, on which hosts; nothing without a model. */
export function Models() {
  const text = useMessages(messages).models;
  const { data } = useAnswer("listModels", {}, { staleTime: Number.POSITIVE_INFINITY });
  if (!data || data.items.length === 0) return null;
  return (
    <details className={styles.models}>
      <summary>{text.sentTo([...new Set(data.items.map(({ host }) => host))])}</summary>
      <Stack as="ul" gap={2}>
        {data.items.map(({ purpose, model, host, in_own_network, only_open }) => (
          <Row as="li" gap={[0, 4]} align="baseline" apart key={purpose}>
            <span>{text.purpose[purpose](text.at(model, host, in_own_network))}</span>
            <Meta as="span">{only_open ? text.onlyOpen : text.every}</Meta>
          </Row>
        ))}
      </Stack>
    </details>
  );
}
