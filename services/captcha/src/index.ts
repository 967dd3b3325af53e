export { createCaptchaService, type CaptchaService } from './service.ts'
export type { CaptchaServiceOptions } from './service-options.ts'
export type { Actor } from './api/require-site.ts'
export type { PlanTerms } from './plan/plan-terms.ts'
