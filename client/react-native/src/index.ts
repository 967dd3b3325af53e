export { BollardCaptcha, type BollardCaptchaProps, type CaptchaCommands } from './bollard-captcha.ts'
export { BollardConfigurationError } from '@bollard/javascript'
export type { CaptchaOptions, FailedDetail, SolvedDetail, ThrottledDetail } from '@bollard/javascript'
