export { isService } from "./doctor/listen-findings.js";
export { listen } from "./process/listen.js";
export { createLogger } from "./process/logger.js";
export { runService } from "./process/run-service.js";
export { tryListening } from "./process/try-listening.js";
export {
  DEMO_SECRET_FILE,
  type DemoConnection,
  readDemoConnection,
  writeDemoConnection,
} from "./settings/demo-connection.js";
export type { Environment } from "./settings/reader.js";
export { number } from "./settings/setting.js";
export { readSettings, readTable, type Settings, SettingsError } from "./settings/settings.js";
export { say, sentence, speaking, spokenLanguage } from "./texts/say.js";
export { VERSION } from "./version.js";
export { readEnglishWords, readStarterVocabulary } from "./vocabulary/vocabulary-files.js";
export { builtPages, PAGES_NOT_BUILT } from "./wiring/built-pages.js";
export { deadlineAfter } from "./wiring/deadline.js";
export { composeIndex } from "./wiring/engine.js";
