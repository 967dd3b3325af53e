import type { CaptchaPort, KeyOfCaptcha } from '../captcha-port.ts'

/** Captchas beside the service, as tests set them. */
export interface TestCaptcha {
  readonly port: CaptchaPort
  /** By the secret key. */
  readonly keys: Map<string, KeyOfCaptcha>
}

export function createTestCaptcha(ours: string, theirs: string): TestCaptcha {
  const keyOf = (solutionId: string, apiKeyId: number): KeyOfCaptcha => ({
    apiKeyId,
    publicId: `019a9b1c-5d3e-7000-8000-00000000ee0${apiKeyId}`,
    solutionId,
    scopes: ['verify', 'statistics', 'manage'],
    createdAt: new Date('2026-01-01'),
  })
  const keys: TestCaptcha['keys'] = new Map([
    ['bsec_ours', keyOf(ours, 1)],
    ['bsec_theirs', keyOf(theirs, 2)],
  ])
  return { keys, port: { findKey: async (secretKey) => keys.get(secretKey) ?? null } }
}
