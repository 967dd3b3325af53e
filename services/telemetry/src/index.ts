export {
  createTelemetryService,
  type TelemetryService,
  type TelemetryServiceOptions,
} from './create-telemetry-service.ts'
export { rateLimits } from './rate-limits.ts'
