import { SCHEMA_VERSION } from "../migrations/migrate.js";

/** The name of a connection, which tells an update whether instances of an older version are still there. */
export const APPLICATION_NAME = `retrieval-service/${SCHEMA_VERSION}`;
