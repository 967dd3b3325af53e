/** What a page can set on the element. */
export const attributes = [
  'api-url',
  'sitekey',
  'language',
  'theme',
  'name',
  'autostart',
  'full-width',
  'invisible',
  'action',
  'privacy-url',
  'solver',
  'minimal-data',
  'honeypot',
] as const
