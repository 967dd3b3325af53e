/** What a page can set on the element, as far as it is looked at again when it changes. */
export const attributes = [
  'api-url',
  'sitekey',
  'language',
  'theme',
  'autostart',
  'invisible',
  'privacy-url',
  'minimal-data',
  'honeypot',
  'white-label',
  'design',
  'translations',
  'failover',
] as const
