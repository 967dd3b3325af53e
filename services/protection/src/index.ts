export {
  createProtectionService,
  type ProtectionService,
  type ProtectionServiceOptions,
} from './create-protection-service.ts'
export type { CaptchaPort } from './captcha-port.ts'
export type { ReportPorts } from './report-ports.ts'
export { rateLimits } from './rate-limits.ts'
export { createMailResolver, systemNameServers } from './validation/mail-resolver.ts'
export { createVatRegister } from './validation/vat-register.ts'
export { resealForms } from './reseal.ts'
