export { createCaptchaService, type CaptchaService, type CaptchaServiceOptions } from './service.ts'
export type { Actor } from './api/require-site.ts'
export type { PlanTerms } from './plan/plan-terms.ts'
