import { monitoringAccessRoutes } from './monitoring-access.ts'
import { monitoringAlertRoutes } from './monitoring-alerts.ts'
import { monitoringChannelRoutes } from './monitoring-channels.ts'
import { monitoringHeartbeatRoutes } from './monitoring-heartbeats.ts'
import { monitoringIncidentRoutes } from './monitoring-incidents.ts'
import { monitoringMaintenanceRoutes } from './monitoring-maintenance.ts'
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
  ...monitoringChannelRoutes,
  ...monitoringAlertRoutes,
} as const
