/** The employee numbers that a rule names individually; the cast gives them a name and a department. */
export const GRANTED_USER = "210077";
export const SECOND_GRANTED_USER = "200145";
