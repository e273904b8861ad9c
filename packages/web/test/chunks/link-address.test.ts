import { describe, expect, it } from "@jest/globals";
import { linkAddress } from "../../src/chunks/link-address.js";

describe("A link of a document", () => {
  it.each(["https://example.com/a?b=c#d", "http://example.com", "mailto:jinji@example.com", "HTTPS://EXAMPLE.COM/"])(
    "leads to %s",
    (address) => {
      expect(linkAddress(address)).toBe(address);
    },
  );

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "blob:https://example.com/1",
    "file:///etc/passwd",
    "ftp://example.com/",
    "tel:0312345678",
    "//evil.example/",
    "/api/manage/users",
    "\\\\evil.example\\share",
    "relative",
    "#fragment",
    "?query",
    "",
    "https://exa mple.com/",
    "https://",
  ])("does not lead to %j", (address) => {
    expect(linkAddress(address)).toBeNull();
  });
});
