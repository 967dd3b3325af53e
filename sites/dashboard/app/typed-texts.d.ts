import 'i18next'
import type { DashboardTexts } from '@bollard/i18n'

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true
    resources: { translation: DashboardTexts }
  }
}
