/** Reports that exist: the last part of their addresses, and the key of their texts. */
export const reportIds = ['solver-and-server', 'bot-lab', 'cost-of-attack'] as const
export type ReportId = (typeof reportIds)[number]

/** The report of an address, or null where there is none. */
export function findReport(slug: string | undefined): ReportId | null {
  return reportIds.find((id) => id === slug) ?? null
}
