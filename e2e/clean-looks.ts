/** How pages are looked at: each language in each theme, each theme in each width, and each width in each language, once. */
export const cleanLooks = [
  { name: 'wide, light, en', language: 'en', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'wide, dark, de', language: 'de', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'narrow, dark, en', language: 'en', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  { name: 'narrow, light, de', language: 'de', colorScheme: 'light', viewport: { width: 360, height: 740 } },
] as const

/** Of a picture in such a look. */
export const fileNameOf = (look: { readonly name: string }): string => look.name.replaceAll(', ', '-')
