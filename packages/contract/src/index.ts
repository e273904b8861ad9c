export { type PostgresServer, startPostgresServer } from "./postgres-server.js";
export { describeWithRealData, realDataDir } from "./real-data.js";
export { createTestDatabase, type TestDatabase, testServerUrl } from "./test-database.js";
