/** The two kinds of memberships that rules name. */
export const KINDS = ["departments", "groups"] as const;
export type Kind = (typeof KINDS)[number];

const AUDIENCES_ADDRESS = "/admin/audiences";

/** The list of departments or groups; with a key, the page of one. */
export function audienceAddress(kind: Kind, key?: string): string {
  const list = `${AUDIENCES_ADDRESS}/${kind}`;
  return key === undefined ? list : `${list}/${encodeURIComponent(key)}`;
}
