import type { Language } from '@bollard/i18n'

/** The page of the alerts of a solution. */
export function linkOf(dashboardUrl: string, language: Language, solutionId: string): string {
  return `${dashboardUrl}/${language}/solutions/${solutionId}/monitoring/alerts`
}
