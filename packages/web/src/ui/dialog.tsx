import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "./button.js";
import { messages } from "./control-messages.js";
import styles from "./dialog.module.css";

interface DialogProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** true: it warns, and closes only by its own buttons or Escape. */
  readonly isAlert?: boolean;
  /** true: it has many fields; on a phone it is the page. */
  readonly isForm?: boolean;
}

/** A decision that is needed before the page continues. It is open as long as it is rendered. */
export function Dialog({ title, children, onClose, isAlert = false, isForm }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      data-form={isForm}
      isOpen
      isDismissable={!isAlert}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={styles.modal ?? ""}>
        <AriaDialog className={styles.dialog ?? ""} role={isAlert ? "alertdialog" : "dialog"}>
          <Heading slot="title" level={2} className={styles.title ?? ""}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmationProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** The button's label: what happens when it is pressed. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
  readonly isForm?: boolean;
  readonly isDisabled?: boolean;
  readonly isPending?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Instead of the default label. */
  readonly cancel?: string;
}

/** A question, with a button that does it and one that changes nothing. */
export function Confirmation(props: ConfirmationProps) {
  const {
    title,
    children,
    confirm,
    isDangerous,
    isDisabled = false,
    isPending = false,
    onConfirm,
    onCancel,
    isForm,
  } = props;
  const { cancel } = useMessages(messages);
  return (
    <Dialog title={title} isAlert onClose={onCancel} {...(isForm && { isForm })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDisabled && !isPending) onConfirm();
        }}
      >
        {children}
        <div className={styles.actions}>
          <Button type="submit" look={isDangerous ? "danger" : "primary"} isDisabled={isDisabled} isPending={isPending}>
            {confirm}
          </Button>
          <Button onPress={onCancel}>{props.cancel ?? cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
