import { Component, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
import { EmptyState } from "../ui/state.js";
import { messages } from "./messages.js";
import { pageOf } from "./page-of.js";

/** Shown for a page that failed. The other pages stay reachable, and this one can be reloaded. */
export function PageFailure({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  return (
    <Boundary key={pageOf(location)} fallback={<Broken />}>
      {children}
    </Boundary>
  );
}

class Boundary extends Component<{ fallback: ReactNode; children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}

/** Mostly a part of the pages that is no longer there, because the service has a newer build. */
function Broken() {
  const text = useMessages(messages);
  return (
    <EmptyState
      level={1}
      title={text.broken}
      actions={
        <Button look="primary" onPress={() => location.reload()}>
          {text.reload}
        </Button>
      }
    >
      {text.brokenText}
    </EmptyState>
  );
}
