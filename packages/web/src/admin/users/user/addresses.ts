export const USERS_ADDRESS = "/admin/users";

export function userAddress(user_id: string): string {
  return `${USERS_ADDRESS}/${encodeURIComponent(user_id)}`;
}
