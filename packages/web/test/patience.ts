import { configure } from "@testing-library/react";

/** The library waits for a second, which a busy machine can take to draw a page; whoever waits ends with what is awaited. */
configure({ asyncUtilTimeout: 30_000 });
