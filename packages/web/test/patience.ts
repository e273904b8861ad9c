import { configure } from "@testing-library/react";

/** The library waits for one second, which may be too short on a busy machine. A longer limit does not slow passing tests. */
configure({ asyncUtilTimeout: 30_000 });
