import type { Problem, ReportLink } from '@bollard/contracts'

export const deeds = ['schedule', 'unschedule', 'link', 'unlink'] as const
export type Deed = (typeof deeds)[number]

/** What became of a form of the page. */
export interface ReportAnswer {
  did: Deed
  problem: Problem | null
  /** A new link itself, which is shown once. */
  link: ReportLink | null
}
