export {
  createMonitoringService,
  type MonitoringService,
  type MonitoringServiceOptions,
} from './create-monitoring-service.ts'
export type { CaptchaPort } from './captcha-port.ts'
export { rateLimits } from './rate-limits.ts'
export { resealServices } from './reseal.ts'
