import 'i18next'
import type { StatusTexts } from '@bollard/i18n'

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true
    resources: { translation: StatusTexts }
  }
}
