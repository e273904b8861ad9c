import type { KeyObject } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AssistantCalls, ConnectedModelSchema, ReadinessSchema, Shape } from "@retrieval/api";
import type { AccessRules, SessionPolicy, SharedSecret } from "@retrieval/core";
import type {
  AccessDirectory,
  AccessToken,
  AccessTokenStore,
  AuditIntake,
  AuditLog,
  ChangeFeed,
  ChunkStore,
  Clock,
  ClockDifferences,
  ComparableVersions,
  DocumentCatalog,
  DocumentLives,
  EmbeddingProgress,
  FrontPageStore,
  HashPassword,
  JobQueue,
  NoticeStore,
  OriginalFiles,
  QuestionRewriter,
  ReadableLives,
  ReadStructuredUpload,
  ReadUserFile,
  ReadVocabularyFile,
  RequestLedger,
  SessionTokens,
  SignInLedger,
  TokenAudience,
  UnitChooser,
  UsageLog,
  UsageStore,
  UserDataReader,
  UserDirectory,
  UserErasures,
  VersionArchive,
  VocabularyStore,
  WebhookSender,
  WebhookStore,
} from "@retrieval/core/ports";
import type { Starter } from "@retrieval/core/search";
import type { Deadline, FindDeps, LatestComparisons, SignInPolicy } from "@retrieval/core/use-cases";
import type { Logger } from "pino";
import type { AnswerIds } from "./answers/answer-ids.js";
import type { Judgements } from "./answers/judgements.js";
import type { Questions } from "./answers/questions.js";
import type { Metrics } from "./metrics/metrics.js";
import type { SentDocument } from "./openapi/sent-document.js";
import type { Pages } from "./pages/pages.js";
import type { FairQueue } from "./routing/fair-queue.js";
import type { HitCounter } from "./routing/rate-limits.js";
import type { RequestsInFlight } from "./routing/requests-in-flight.js";

/** What search asks. */
export interface Finding extends Pick<FindDeps, "index" | "hits" | "meaning" | "reranker"> {
  /** Begins the time that one search may take. */
  readonly startDeadline: () => Deadline;
}

/** A model that texts are sent to, as administrators see it. */
export type ConnectedModel = Shape<typeof ConnectedModelSchema>;

/** What a model needs to answer. */
export interface Answering {
  readonly rewriter: QuestionRewriter;
  readonly chooser: UnitChooser;
  /** Whether a document with this rule may be sent to the model. */
  readonly maySend: (rules: AccessRules) => boolean;
  /** How long one answer may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How many questions a model answers at once. Without a place, the question's own words find and choose. */
  readonly places: FairQueue;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/** The address for assistants. */
export interface Assistants {
  /** The origin at which users reach the service: `https://documents.example.com`. */
  readonly origin: string;
  /** Answers one message of the Model Context Protocol. */
  answer(message: { readonly headers: Headers; readonly body: object; readonly calls: AssistantCalls }): Promise<{
    readonly status: number;
    /** The Content-Type; null: there is no text. */
    readonly type: string | null;
    readonly text: string;
  }>;
}

/** A request of an application that waits for the consent of its user. */
export interface WaitingAuthorization {
  /** The address of its metadata document. */
  readonly client_id: string;
  /** What the application calls itself; null: its document has no name. */
  readonly client_name: string | null;
  /** Where the browser goes with the answer. */
  readonly redirect_uri: string;
}

/** The authorization server for applications that users connect to /mcp (OAuth 2.1). */
export interface AuthorizationServer {
  /** Answers a request at one of the addresses of `OAUTH`. */
  answer(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** null: nothing waits under this id, or it is not of this browser, or it has expired or is decided. */
  waiting(authorization_id: string, req: IncomingMessage, res: ServerResponse): Promise<WaitingAuthorization | null>;
  /**
   * Ends the wait.
   *
   * @param connection of the application that the user allows; null: the user denies it
   * @returns where the browser goes next; null: see `waiting`
   */
  decide(
    authorization_id: string,
    connection: Pick<AccessToken, "token_id" | "user_id"> | null,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<string | null>;
}

/** Everything the HTTP adapter needs, handed in: it reads no setting, clock or randomness of its own. */
export interface AppDeps {
  readonly users: UserDirectory;
  readonly userData: UserDataReader;
  readonly erasures: UserErasures;
  readonly documents: DocumentCatalog;
  readonly access: AccessDirectory;
  readonly readableLives: ReadableLives;
  readonly chunks: ChunkStore;
  readonly frontPage: FrontPageStore;
  readonly vocabularyStore: VocabularyStore;
  readonly readVocabularyFile: ReadVocabularyFile;
  /** The entries of the vocabulary that come with this version. */
  readonly starterVocabulary: () => readonly Starter[];
  readonly finding: Finding;
  /** The model whose vectors are made in the background, and how far they are; null: none is configured. */
  readonly embedding: {
    readonly model: string;
    readonly progress: () => Promise<EmbeddingProgress & { readonly waiting: readonly string[] }>;
  } | null;
  /** null: no model is configured. */
  readonly answering: Answering | null;
  /** All models that texts are sent to. */
  readonly models: readonly ConnectedModel[];
  /** null: there is none. */
  readonly assistants: Assistants | null;
  /** null: there is none, as without assistants. */
  readonly authorizationServer: AuthorizationServer | null;
  readonly versions: VersionArchive;
  readonly lives: DocumentLives;
  /** How long a version that ceased is kept. */
  readonly retentionYears: number;
  readonly notices: NoticeStore;
  readonly compared: ComparableVersions;
  readonly comparisons: LatestComparisons;
  readonly originals: OriginalFiles;
  readonly jobs: JobQueue;
  readonly ledger: SignInLedger;
  readonly requests: RequestLedger;
  readonly audit: AuditLog;
  readonly feed: ChangeFeed;
  readonly webhooks: WebhookStore;
  readonly sender: WebhookSender;
  readonly auditIntake: AuditIntake;
  /** What users look for and read; `log` null: it is switched off. */
  readonly usage: { readonly store: UsageStore; readonly log: UsageLog | null };
  readonly tokens: SessionTokens;
  readonly accessTokens: AccessTokenStore;
  /** The audiences of access tokens that are accepted and can be created. */
  readonly tokenAudiences: readonly TokenAudience[];
  readonly hashPassword: HashPassword;
  readonly readUserFile: ReadUserFile;
  readonly readStructuredChunks: ReadStructuredUpload;
  /** The rule of a document that is new and comes without one (NEW_DOCUMENTS). */
  readonly newDocumentRules: AccessRules;
  /** true: another administrator than its uploader publishes a version (FOUR_EYES). */
  readonly fourEyes: boolean;
  readonly clock: Clock;
  /** Decides when a day begins: an IANA name. */
  readonly timeZone: string;
  readonly clockDifferences: ClockDifferences;
  /** A fresh unguessable id, for tokens and requests. */
  readonly newId: () => string;
  /** 256 fresh random bits as base64url, for access tokens. */
  readonly newSecret: () => string;
  readonly signIn: SignInPolicy;
  readonly session: SessionPolicy;
  /** The origin at which users and services reach this one, `https://documents.example.com`; null: it is not known. */
  readonly publicUrl: string | null;
  /** The one origin that may call from a browser (SPEC 5.8): `https://portal.example.com`. */
  readonly portalOrigin: string;
  readonly version: string;
  /** What browsers are shown; null: it was not built, and there is the API alone. */
  readonly pages: Pages | null;
  /** true: what did not come over HTTPS is refused or redirected, and HSTS is sent. */
  readonly httpsOnly: boolean;
  /** The value of Express's `trust proxy`; false trusts no proxy. */
  readonly trustProxy: false | number | readonly string[];
  /** The media types of documents that can be ingested. */
  readonly documentTypes: readonly string[];
  readonly limits: {
    /** Failed sign-ins by address. */
    readonly signInFailures: HitCounter;
    /** Reading by user. */
    readonly reads: HitCounter;
    /** By user: refusals because of load. Beyond the limit they are held back. */
    readonly refusals: HitCounter;
  };
  /** Whose requests do work next, of those who search, who read and who manage. */
  readonly queues: {
    readonly searches: FairQueue;
    readonly reader: FairQueue;
    readonly admin: FairQueue;
    /** Refusals that are held back: by user, or by the address of an unknown access token. */
    readonly refusals: FairQueue;
    /** Answers that are sent part by part: a place is held until the client has the last one. */
    readonly downloads: FairQueue;
  };
  /** Of the cursors of lists: the first one writes. */
  readonly cursorKeys: readonly [KeyObject, ...KeyObject[]];
  readonly answerIds: AnswerIds;
  /** Of the ETags of imports and of repeated requests. */
  readonly fingerprintKey: SharedSecret;
  readonly judgements: Judgements;
  readonly questions: Questions;
  /** Beyond its limit requests are refused at once. */
  readonly inFlight: RequestsInFlight;
  readonly metrics: Metrics;
  /** What a scrape of /metrics has to show; null: it answers direct calls from the loopback address only. */
  readonly metricsToken: string | null;
  /** Told that a job is waiting, so that an idle worker looks at once. */
  readonly onJob: () => void;
  /** For probes: rejects when nothing new is to be sent here: the database is away, the search index is being built, or the service is stopping. */
  readonly ready: () => Promise<Pick<Shape<typeof ReadinessSchema>, "meaning">>;
  readonly logger: Logger;
}

/** What handlers work with: what was handed in, and what the app made of it at its start. */
export interface RouteDeps extends AppDeps {
  readonly apiDocument: SentDocument;
}
