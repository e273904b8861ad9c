/** The name of a section as its own language writes it, whatever that of the page is; "" without one. */
export function sectionName({ label, title }: { readonly label: string; readonly title: string }): string {
  if (label === "" || title === "" || !/\p{sc=Han}/u.test(label)) return `${label} ${title}`.trim();
  // The title of an annex often begins with the articles that name it, in parentheses.
  return title.startsWith("（") ? label + title : `${label}（${title}）`;
}
