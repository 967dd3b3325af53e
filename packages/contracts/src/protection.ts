import { protectionAnalyticsRoutes } from './protection-analytics.ts'
import { protectionDecisionRoutes } from './protection-decisions.ts'
import { protectionFormRoutes } from './protection-forms.ts'
import { protectionLimiterRoutes } from './protection-limiters.ts'
import { protectionReportRoutes } from './protection-reports.ts'

/** Every call of `/protection/v1`. */
export const protectionRoutes = {
  ...protectionDecisionRoutes,
  ...protectionLimiterRoutes,
  ...protectionFormRoutes,
  ...protectionAnalyticsRoutes,
  ...protectionReportRoutes,
} as const
