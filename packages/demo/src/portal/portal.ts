import { fileURLToPath } from "node:url";
import type { LanguageCode } from "@retrieval/api/texts";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import type { Logger } from "pino";
import type { OpenSearch } from "./open-search.js";
import { homePage, logInPage, type PageContext, problemPage } from "./pages.js";
import { Sessions } from "./sessions.js";
import { type Problem, TEXTS } from "./texts.js";
import type { PortalUsers } from "./users.js";

export interface PortalDeps {
  readonly users: PortalUsers;
  readonly openSearch: OpenSearch;
  /** The document search's origin; null until it runs. */
  readonly searchOrigin: () => string | null;
  readonly logger: Pick<Logger, "error">;
}

const SESSION = "portal_session";
const LANGUAGE = "portal_language";
/** No Secure: this portal is on plain HTTP, on this machine only. */
const COOKIE = { httpOnly: true, sameSite: "lax" } as const;

/** From `packages/demo/portal`; src/ and dist/ have the same depth. */
const FILES = { root: fileURLToPath(new URL("../../portal", import.meta.url)), cacheControl: false };

/** The longest form has one employee number, in bytes. */
const FORM = express.urlencoded({ extended: false, limit: 4_096 });

const HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
};

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
export function createPortal({ users, openSearch, searchOrigin, logger }: PortalDeps): Express {
  const sessions = new Sessions();

  const home: RequestHandler = (req, res) => {
    const query = queryOf(req);
    const language = query.get("lang");
    if (isLanguage(language)) {
      query.delete("lang");
      return goTo(query.size === 0 ? "/" : `/?${query.toString()}`, res.cookie(LANGUAGE, language, COOKIE));
    }
    const user = users.find(sessions.user(cookieOf(req, SESSION)) ?? "");
    if (user) return void res.send(homePage(user, contextOf(req)).text);
    const sought = (query.get("q") ?? "").slice(0, 100);
    const page = Number(/^\d{1,4}$/.exec(query.get("page") ?? "")?.[0] ?? 1);
    const facts = { cast: users.cast, found: users.search(sought, page), query: sought, gone: query.has("gone") };
    res.send(logInPage(facts, contextOf(req)).text);
  };

  const logIn: RequestHandler = (req, res) => {
    if (req.body === undefined) return sendProblem("unreadable", req, res);
    const user = users.find(String(req.body.user_id));
    if (!user) return goTo("/?gone", res);
    sessions.end(cookieOf(req, SESSION));
    goTo("/", res.cookie(SESSION, sessions.begin(user.user_id), COOKIE));
  };

  const logOut: RequestHandler = (req, res) => {
    sessions.end(cookieOf(req, SESSION));
    goTo("/", res.clearCookie(SESSION, COOKIE));
  };

  const open: RequestHandler = async (req, res) => {
    // From the session, never from the browser's data.
    const user_id = sessions.user(cookieOf(req, SESSION));
    if (user_id === null) return goTo("/", res);
    const opening = await openSearch(user_id, contextOf(req).language);
    if (opening.ok) goTo(opening.location, res);
    else sendProblem(opening.problem, req, res, opening.reason);
  };

  const fail: ErrorRequestHandler = (error, req, res, _next) => {
    // The form parser sets the status of its refusals.
    if (error.status < 500) return sendProblem("unreadable", req, res);
    logger.error({ err: error }, "the sample portal could not answer");
    sendProblem("broken", req, res);
  };

  const app = express().disable("x-powered-by").disable("etag");
  app.use((req, res, next) => {
    res.set({ ...HEADERS, "Content-Security-Policy": policyFor(searchOrigin()) });
    if (isFromHere(req)) next();
    else sendProblem("foreign", req, res);
  });
  for (const file of ["portal.css", "icon.svg"])
    app
      .route(`/${file}`)
      .get((_req, res) => res.sendFile(file, FILES))
      .all(allowing("GET, HEAD"));
  app.route("/").get(home).all(allowing("GET, HEAD"));
  app.route("/log-in").post(FORM, logIn).all(allowing("POST"));
  app.route("/log-out").post(logOut).all(allowing("POST"));
  app.route("/open").post(open).all(allowing("POST"));
  app.use((req, res) => sendProblem("not-found", req, res));
  return app.use(fail);
}

/** Browsers check the redirect of a form's answer against `form-action` too. */
function policyFor(searchOrigin: string | null): string {
  const formTargets = searchOrigin === null ? "'self'" : `'self' ${searchOrigin}`;
  return `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`;
}

/**
 * Whether the request is from this machine's own browser, on one of our pages. A foreign site may point its name at the
 * loopback address, or hold a form that leads here.
 */
function isFromHere({ method, headers }: Request): boolean {
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(headers.host ?? "")) return false;
  const { "sec-fetch-site": site, origin } = headers;
  if (method !== "POST" || site === "same-origin") return true;
  // Older browsers send only the page's origin. Programs send neither.
  return site === undefined && (origin === undefined || origin === `http://${headers.host}`);
}

/** After a POST: the browser goes there with a GET (RFC 9110 §15.4.4). The address may hold a token: no body repeats it. */
function goTo(location: string, res: Response): void {
  res.status(303).location(location).end();
}

/** @param reason of the service, in the language of the page */
function sendProblem(problem: Problem, req: Request, res: Response, reason?: string): void {
  res.status(STATUS[problem]).send(problemPage(problem, contextOf(req), reason).text);
}

function allowing(methods: string): RequestHandler {
  return (req, res) => sendProblem("wrong-method", req, res.set("Allow", methods));
}

/** Links the first page to itself in the other language; other pages link to the first page. */
function contextOf(req: Request): PageContext {
  const chosen = cookieOf(req, LANGUAGE);
  const language = isLanguage(chosen) ? chosen : req.acceptsLanguages("en", "ja") === "ja" ? "ja" : "en";
  const query = req.path === "/" ? queryOf(req) : new URLSearchParams();
  query.set("lang", TEXTS[language].otherLanguage.language);
  return { language, otherLanguageUrl: `/?${query.toString()}` };
}

const isLanguage = (text: unknown): text is LanguageCode => text === "ja" || text === "en";

const queryOf = (req: Request) => new URLSearchParams(req.url.split("?").slice(1).join("?"));

function cookieOf(req: Request, name: string): string | undefined {
  const pairs = (req.headers.cookie ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  return pairs.find(([given]) => given === name)?.[1];
}
