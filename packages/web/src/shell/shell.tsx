import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { useLanguage, useMessages } from "../i18n/i18n.js";
import { isolate } from "../i18n/isolate.js";
import { useSearchQuery } from "../reading/search-query.js";
import { messages as sessionMessages } from "../session/messages.js";
import { useSessionKeeper, useSessionState } from "../session/session-provider.js";
import { Button } from "../ui/button.js";
import { Notice } from "../ui/notice.js";
import { messages } from "./messages.js";
import { SearchPlace, WithSearchField } from "./search-place.js";
import styles from "./shell.module.css";

/** The frame of every page: the name, the search field, the navigation, the signed-in user. */
export function Shell({ children }: { children: ReactNode }) {
  const text = useMessages(messages);
  const state = useSessionState();
  const session = state.kind === "signed-in" ? state.session : null;
  const [location] = useLocation();
  const { query } = useSearchQuery();
  // The home page has the field below its heading.
  const hasField = session !== null && (location !== "/" || query !== "");
  return (
    <WithSearchField>
      <a href="#content" className={styles.skip}>
        {text.skip}
      </a>
      <header className={styles.header} data-bare={!hasField || undefined}>
        <Link href="/" className={styles.name}>
          <img src="/favicon.svg" alt="" width="24" height="24" />
          <span>{text.name}</span>
        </Link>
        {hasField && <SearchPlace className={styles.search} />}
        <Menu>
          {session && <NavLink href="/documents">{text.documents}</NavLink>}
          {session?.role === "admin" && <NavLink href="/admin">{text.admin}</NavLink>}
          <Help />
          <Account />
        </Menu>
      </header>
      <LinkNotice />
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </WithSearchField>
  );
}

/** The navigation: a line of links, or behind a button where the window is narrow. */
function Menu({ children }: { children: ReactNode }) {
  const text = useMessages(messages);
  const menu = useRef<HTMLElement>(null);
  return (
    <>
      <button type="button" className={styles.open} popoverTarget="menu" aria-label={text.menu}>
        <svg viewBox="0 0 22 22" width="22" height="22" aria-hidden="true">
          <path d="M3 6h16M3 11h16M3 16h16" />
        </svg>
      </button>
      <nav
        ref={menu}
        id="menu"
        popover="auto"
        className={styles.menu}
        aria-label={text.main}
        onClickCapture={() => menu.current?.matches(":popover-open") && menu.current.hidePopover()}
      >
        {children}
      </nav>
    </>
  );
}

function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const [location] = useLocation();
  const here = href === "/" ? location === "/" : location === href || location.startsWith(`${href}/`);
  return (
    <Link href={href} aria-current={here ? "page" : undefined}>
      {children}
    </Link>
  );
}

/** Employee number and display name, and nothing else about a user (SPEC 1). */
function Account() {
  const text = useMessages(messages);
  const { signOut, signedInAs } = useMessages(sessionMessages);
  const { language, choose } = useLanguage();
  const state = useSessionState();
  const keeper = useSessionKeeper();
  return (
    <>
      {state.kind === "signed-in" && (
        <>
          <Link href="/tokens" className={styles.user} title={`${signedInAs} · ${text.tokens}`}>
            <span>{isolate(state.session.user_id)}</span> <bdi>{isolate(state.session.display_name)}</bdi>
          </Link>
          <Button look="quiet" small onPress={() => keeper.signOut()}>
            {signOut}
          </Button>
        </>
      )}
      <Button
        look="quiet"
        small
        lang={language === "en" ? "ja" : "en"}
        onPress={() => choose(language === "en" ? "ja" : "en")}
      >
        {text.otherLanguage}
      </Button>
    </>
  );
}

/** The guide for the pages that are open, in a tab of its own: what is being written stays. */
function Help() {
  const text = useMessages(messages);
  const { language } = useLanguage();
  const [location] = useLocation();
  const guide = location.startsWith("/admin") ? "administrators" : "readers";
  return (
    <a href={`/guide/${language}/${guide}.html`} target="_blank" rel="noopener">
      {text.help}
    </a>
  );
}

/** An invalid hand-off link, while a user stays signed in. */
function LinkNotice() {
  const text = useMessages(sessionMessages);
  const state = useSessionState();
  const keeper = useSessionKeeper();
  if (state.kind !== "signed-in" || state.link === null) return null;
  return (
    <div className={styles.notices}>
      <Notice
        tone="warn"
        announced
        actions={
          <Button small onPress={() => keeper.dismissLink()}>
            {text.dismiss}
          </Button>
        }
      >
        {text.keptLink(text.link[state.link], isolate(state.session.display_name))}
      </Notice>
    </div>
  );
}

/** A page's name in the browser's tab and history. */
export function useTitle(title: string): void {
  const { name } = useMessages(messages);
  useEffect(() => {
    document.title = title === "" ? name : `${title} · ${name}`;
  }, [title, name]);
}
