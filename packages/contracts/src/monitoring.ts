import { monitoringAccessRoutes } from './monitoring-access.ts'
import { monitoringAlertRoutes } from './monitoring-alerts.ts'
import { monitoringCaptchaRoutes } from './monitoring-captcha.ts'
import { monitoringChannelRoutes } from './monitoring-channels.ts'
import { monitoringConfigurationRoutes } from './monitoring-configuration.ts'
import { monitoringHeartbeatRoutes } from './monitoring-heartbeats.ts'
import { monitoringIncidentRoutes } from './monitoring-incidents.ts'
import { monitoringMaintenanceRoutes } from './monitoring-maintenance.ts'
import { monitoringMonthReportRoutes } from './monitoring-month-reports.ts'
import { monitoringPageRoutes } from './monitoring-pages.ts'
import { monitoringPublicRoutes } from './monitoring-public.ts'
import { monitoringReportRoutes } from './monitoring-reports.ts'
import { monitoringResultRoutes } from './monitoring-results.ts'
import { monitoringServiceRoutes } from './monitoring-services.ts'
import { monitoringSubscriberRoutes } from './monitoring-subscribers.ts'

/** Every call of `/monitoring/v1`. */
export const monitoringRoutes = {
  ...monitoringServiceRoutes,
  ...monitoringResultRoutes,
  ...monitoringIncidentRoutes,
  ...monitoringCaptchaRoutes,
  ...monitoringMaintenanceRoutes,
  ...monitoringHeartbeatRoutes,
  ...monitoringAccessRoutes,
  ...monitoringChannelRoutes,
  ...monitoringAlertRoutes,
  ...monitoringPageRoutes,
  ...monitoringReportRoutes,
  ...monitoringSubscriberRoutes,
  ...monitoringPublicRoutes,
  ...monitoringConfigurationRoutes,
  ...monitoringMonthReportRoutes,
} as const
