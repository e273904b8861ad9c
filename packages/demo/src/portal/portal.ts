import type { IncomingMessage, RequestListener } from "node:http";
import type { Logger } from "pino";
import { goTo, type PortalAnswer, type PortalFile, sendAnswer } from "./answer.js";
import { homePage } from "./home-page.js";
import { isLanguage, type Language, preferredLanguage } from "./language.js";
import type { PageContext } from "./layout.js";
import { logInPage } from "./log-in-page.js";
import type { OpenSearch } from "./open-search.js";
import type { PortalPeople } from "./people.js";
import { problemPage } from "./problem-page.js";
import { isFromHere, type PortalRequest, readRequest } from "./request.js";
import { Sessions } from "./sessions.js";
import { type Problem, TEXTS } from "./texts.js";

export interface PortalDeps {
  readonly people: PortalPeople;
  /** By their path. */
  readonly files: ReadonlyMap<string, PortalFile>;
  readonly openSearch: OpenSearch;
  /** The document search's origin; null until it is there. */
  readonly searchOrigin: () => string | null;
  readonly logger: Pick<Logger, "error">;
}

const SESSION = "portal_session";
const LANGUAGE = "portal_language";
/** No Secure: this portal is on plain HTTP, on this machine only. */
const COOKIE = "Path=/; HttpOnly; SameSite=Lax";

const STATUS: Readonly<Record<Problem, number>> = {
  "not-registered": 403,
  foreign: 403,
  unreadable: 400,
  "not-found": 404,
  "wrong-method": 405,
  broken: 500,
  refused: 502,
  away: 502,
};

/**
 * The sample company's portal. Every visitor may log in as any user, without a password: it is only for the demo, on
 * the loopback address.
 */
export function createPortal(deps: PortalDeps): RequestListener {
  const sessions = new Sessions();
  return async (req, res) => {
    let answer: PortalAnswer;
    try {
      answer = await answerTo(req, deps, sessions);
    } catch (error) {
      if (!res.destroyed) deps.logger.error({ err: error }, "the sample portal could not answer");
      answer = problem("broken", { language: "en", otherLanguageUrl: "/?lang=ja" });
    }
    // A client that disconnected while sending needs no answer.
    if (res.destroyed) return;
    const origin = deps.searchOrigin();
    if (!req.complete) res.setHeader("Connection", "close");
    sendAnswer(answer, origin === null ? [] : [origin], res);
  };
}

async function answerTo(req: IncomingMessage, deps: PortalDeps, sessions: Sessions): Promise<PortalAnswer> {
  if (!isFromHere(req)) return problem("foreign", contextOf(preferredLanguage(req.headers["accept-language"])));
  const request = await readRequest(req);
  const chosen = request.cookies.get(LANGUAGE);
  const context = contextOf(isLanguage(chosen) ? chosen : preferredLanguage(request.acceptLanguage), request);
  const file = deps.files.get(request.path);
  const methods = file || request.path === "/" ? ["GET", "HEAD"] : POSTS.has(request.path) ? ["POST"] : null;
  if (methods === null) return problem("not-found", context);
  if (!methods.includes(request.method)) return problem("wrong-method", context, { Allow: methods.join(", ") });
  if (file) return { status: 200, file };
  const handle = POSTS.get(request.path) ?? home;
  return handle(request, context, deps, sessions);
}

type Handler = (
  request: PortalRequest,
  context: PageContext,
  deps: PortalDeps,
  sessions: Sessions,
) => PortalAnswer | Promise<PortalAnswer>;

const POSTS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["/log-in", logIn],
  ["/log-out", logOut],
  ["/open", open],
]);

const home: Handler = ({ query, cookies }, context, { people }, sessions) => {
  const language = query.get("lang");
  if (isLanguage(language)) return goTo(addressOf(query), { "Set-Cookie": `${LANGUAGE}=${language}; ${COOKIE}` });
  const person = people.find(sessions.user(cookies.get(SESSION)) ?? "");
  if (person) return { status: 200, page: homePage(person, context) };
  const sought = (query.get("q") ?? "").slice(0, 100);
  const page = Number(/^\d{1,4}$/.exec(query.get("page") ?? "")?.[0] ?? 1);
  const facts = { cast: people.cast, found: people.search(sought, page), query: sought, gone: query.has("gone") };
  return { status: 200, page: logInPage(facts, context) };
};

function logIn({ form, cookies }: PortalRequest, context: PageContext, { people }: PortalDeps, sessions: Sessions) {
  if (form === null) return problem("unreadable", context);
  const person = people.find(form.get("user_id") ?? "");
  if (!person) return goTo("/?gone");
  sessions.end(cookies.get(SESSION));
  return goTo("/", { "Set-Cookie": `${SESSION}=${sessions.begin(person.user_id)}; ${COOKIE}` });
}

function logOut({ cookies }: PortalRequest, _context: PageContext, _deps: PortalDeps, sessions: Sessions) {
  sessions.end(cookies.get(SESSION));
  return goTo("/", { "Set-Cookie": `${SESSION}=; Max-Age=0; ${COOKIE}` });
}

async function open({ cookies }: PortalRequest, context: PageContext, { openSearch }: PortalDeps, sessions: Sessions) {
  // From the session, never from the browser's data.
  const user_id = sessions.user(cookies.get(SESSION));
  if (user_id === null) return goTo("/");
  const opening = await openSearch(user_id);
  return opening.ok ? goTo(opening.location) : problem(opening.problem, context);
}

function problem(what: Problem, context: PageContext, headers = {}): PortalAnswer {
  return { status: STATUS[what], headers, page: problemPage(what, context) };
}

/** @param request absent, or not a GET: the other language is that of the first page */
function contextOf(language: Language, request?: PortalRequest): PageContext {
  const query = new URLSearchParams(request?.path === "/" ? request.query : "");
  query.set("lang", TEXTS[language].otherLanguage.language);
  return { language, otherLanguageUrl: `/?${query.toString()}` };
}

/** The same page, once the language is known. */
function addressOf(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  rest.delete("lang");
  return rest.size === 0 ? "/" : `/?${rest.toString()}`;
}
