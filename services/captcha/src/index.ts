export { createCaptchaService, type CaptchaService, type CaptchaServiceOptions } from './service.ts'
export type { Actor } from './api/require-site.ts'
