import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { Notice } from "../../ui/notice.js";
import { messages } from "../messages.js";
import styles from "./document-page.module.css";

/** Says that another version was published, and leads to it. */
export function NewVersion({ onShow }: { onShow: () => void }) {
  const text = useMessages(messages);
  const show = (
    <Button small onPress={onShow}>
      {text.showNew}
    </Button>
  );
  return (
    <div className={styles.outdated}>
      <Notice tone="warn" announced actions={show}>
        {text.outdated}
      </Notice>
    </div>
  );
}
