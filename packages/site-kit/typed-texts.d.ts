import 'i18next'
import type { SharedTexts } from '@bollard/i18n'

// Only for checking this package by itself: each site declares its own texts, which contain these.
declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true
    resources: { translation: SharedTexts }
  }
}
