export {
  createProtectionService,
  type ProtectionService,
  type ProtectionServiceOptions,
} from './create-protection-service.ts'
export type { CaptchaPort } from './captcha-port.ts'
export type { ReportPorts } from './report/report-ports.ts'
export { rateLimits } from './rate-limits.ts'
