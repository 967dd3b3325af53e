export { createCaptchaService, type CaptchaService } from './create-captcha-service.ts'
export type { CaptchaServiceOptions } from './captcha-context.ts'
export type { PlanTerms } from './owner/plan/plan-terms.ts'
export type { WidgetRelease } from './edge/widget/widget-builds.ts'
