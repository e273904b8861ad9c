import { Switch, useLocation } from "wouter";
import { catalog, useMessages } from "../i18n/i18n.js";
import { ADMINISTRATION } from "../pages.js";
import { NotFound } from "../shell/not-found.js";
import { routesOf } from "../shell/routes.js";
import { useTitle } from "../shell/shell.js";
import { LinkTabs } from "../ui/link-tabs.js";
import { PAGES } from "./pages.js";

const messages = catalog({
  sections: ["Administration", "管理"],
  titles: Object.fromEntries(ADMINISTRATION.map(({ path, title }) => [path, title])),
});

/** The administrators' pages. Other users never load this file, and the service would refuse its calls. */
export function Administration() {
  const { sections, titles } = useMessages(messages);
  const [location] = useLocation();
  const tabs = ADMINISTRATION.map(({ path, pages }) => ({
    href: path,
    text: titles[path] ?? "",
    isHere: pages.some((page) => page === location) || location.startsWith(`${path}/`),
  }));
  return (
    <>
      <Title text={tabs.find(({ isHere }) => isHere)?.text ?? sections} />
      <LinkTabs label={sections} look="line" tabs={tabs} />
      <Switch>
        {routesOf(
          ADMINISTRATION.flatMap(({ pages }) => [...pages]),
          PAGES,
        )}
        <NotFound />
      </Switch>
    </>
  );
}

/** Before the page, whose own name replaces it. */
function Title({ text }: { text: string }) {
  useTitle(text);
  return null;
}
