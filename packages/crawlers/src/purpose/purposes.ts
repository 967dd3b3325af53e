/** What a program takes pages for. Here alone, so that pages can list it without the catalogue. */
export const purposes = [
  'SEARCH',
  'AI_SEARCH',
  /** Fetches a page because a person asked an assistant about it. */
  'AI_USER',
  'AI_TRAINING',
  'FEED_READER',
  /** Shows a link in a message or a post. */
  'PREVIEW',
  'MONITOR',
  'ARCHIVE',
  'SEO',
  'SECURITY',
  'OTHER',
] as const

export type Purpose = (typeof purposes)[number]
