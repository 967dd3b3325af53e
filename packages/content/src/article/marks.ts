/** What a page puts in when it is shown stands for itself in the HTML and the Markdown of a text, in characters that no author types. */
export const marks = {
  operator: (field: string): string => `\uE000${field}\uE001`,
  /** Around what depends on the operator. */
  when: ({ has, lacks }: Readonly<Record<string, string>>): string =>
    `<!--when ${has === undefined ? `lacks ${lacks}` : `has ${has}`}-->`,
  end: '<!--end-->',
  part: (name: string): string => `<!--part ${name}-->`,
} as const
