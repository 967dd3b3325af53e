import './element-in-jsx.ts'

export { BollardCaptcha, type BollardCaptchaProps } from './bollard-captcha.ts'
export type { CaptchaCommands, CaptchaStore } from './captcha-store.ts'
export { useBollard, type UseBollard } from './use-bollard.ts'
export { BollardConfigurationError, BollardLoadError } from '@bollard/javascript'
export type {
  CaptchaListeners,
  CaptchaOptions,
  CaptchaSnapshot,
  CaptchaState,
  FailedDetail,
  SolvedDetail,
  ThrottledDetail,
} from '@bollard/javascript'
