import { type ReportId, reportIds } from '@bollard/content/published'

/** The report of an address, or null where there is none. */
export function findReport(slug: string | undefined): ReportId | null {
  return reportIds.find((id) => id === slug) ?? null
}
