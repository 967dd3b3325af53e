export { BollardCaptcha } from './bollard-captcha.ts'
export { bollardToken } from './bollard-token.ts'
export { type BollardDefaults, provideBollard } from './provide-bollard.ts'
export { BollardConfigurationError, BollardLoadError } from '@bollard/javascript'
export type {
  CaptchaOptions,
  CaptchaSnapshot,
  CaptchaState,
  FailedDetail,
  SolvedDetail,
  ThrottledDetail,
} from '@bollard/javascript'
