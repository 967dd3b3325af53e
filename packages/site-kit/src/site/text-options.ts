import { defaultLanguage } from '@bollard/i18n'

/** The same in browser and server, or hydration would find other words. React escapes, so i18next must not. */
export const textOptions = {
  fallbackLng: defaultLanguage,
  initAsync: false,
  interpolation: { escapeValue: false },
  returnNull: false,
} as const
