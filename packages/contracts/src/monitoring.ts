import { monitoringAccessRoutes } from './monitoring-access.ts'
import { monitoringConfigurationRoutes } from './monitoring-configuration.ts'
import { monitoringHeartbeatRoutes } from './monitoring-heartbeats.ts'
import { monitoringIncidentRoutes } from './monitoring-incidents.ts'
import { monitoringMaintenanceRoutes } from './monitoring-maintenance.ts'
import { monitoringReportRoutes } from './monitoring-reports.ts'
import { monitoringResultRoutes } from './monitoring-results.ts'
import { monitoringServiceRoutes } from './monitoring-services.ts'

/** Every call of `/monitoring/v1`. */
export const monitoringRoutes = {
  ...monitoringServiceRoutes,
  ...monitoringResultRoutes,
  ...monitoringIncidentRoutes,
  ...monitoringMaintenanceRoutes,
  ...monitoringHeartbeatRoutes,
  ...monitoringAccessRoutes,
  ...monitoringConfigurationRoutes,
  ...monitoringReportRoutes,
} as const
