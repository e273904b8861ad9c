import type { Route } from "../pipeline/route.js";
import { accessRuleRoutes } from "./access-rules.js";
import { auditRoutes } from "./audit.js";
import { departmentRoutes } from "./departments.js";
import { documentRoutes } from "./documents.js";
import { embeddingRoutes } from "./embedding.js";
import { groupRoutes } from "./groups.js";
import { importRoutes } from "./imports.js";
import { jobRoutes } from "./jobs.js";
import { operationRoutes } from "./operation.js";
import { readingRoutes } from "./reading.js";
import { referenceRoutes } from "./reference.js";
import { searchRoutes } from "./search.js";
import { sessionRoutes } from "./session.js";
import { signInRoutes } from "./sign-in.js";
import { userRoutes } from "./users.js";

/** Every operation of the service. What is not in this table is 404, or 405 where the path has other methods. */
export const ROUTES: readonly Route[] = [
  ...signInRoutes,
  ...sessionRoutes,
  ...referenceRoutes,
  ...readingRoutes,
  ...searchRoutes,
  ...userRoutes,
  ...departmentRoutes,
  ...groupRoutes,
  ...importRoutes,
  ...documentRoutes,
  ...embeddingRoutes,
  ...accessRuleRoutes,
  ...auditRoutes,
  ...jobRoutes,
  ...operationRoutes,
];
