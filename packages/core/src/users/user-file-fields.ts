/** The fields of a user that a file for import can have. */
export const USER_FILE_FIELDS = ["user_id", "display_name", "department", "email"] as const;
