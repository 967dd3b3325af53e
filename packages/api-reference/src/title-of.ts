/** Titles that people search for where the name of the operation is no sentence. */
const titles: Readonly<Record<string, string>> = {
  siteverify: 'Verify a token (siteverify)',
  siteverifyRecaptcha: 'Verify a token like reCAPTCHA',
  siteverifyRecaptchaByQuery: 'Verify a token like reCAPTCHA, by query',
  siteverifyHcaptcha: 'Verify a token like hCaptcha',
  siteverifyTurnstile: 'Verify a token like Turnstile',
  siteverifyFriendlyCaptcha: 'Verify a token like Friendly Captcha',
  getTrustcaptchaResult: 'Get a result like TrustCaptcha (version 2)',
  getTrustcaptchaAssessment: 'Get a result like TrustCaptcha (version 1)',
  tryChange: 'Simulate other settings (what-if)',
  exportDirectly: 'Export verifications directly',
  streamSite: 'Stream verifications live',
  testEmail: 'Send a test e-mail to yourself',
  reportFeedback: 'Report a person or a bot (feedback)',
  putFeedback: 'Label a verification (feedback)',
}

const words: Readonly<Record<string, string>> = {
  api: 'API',
  totp: 'TOTP',
  ids: 'IDs',
  email: 'e-mail',
  dpa: 'DPA',
  put: 'replace',
}

/** `listApiKeys` is “List API keys”. */
export function titleOf(operationId: string): string {
  const known = titles[operationId]
  if (known !== undefined) return known
  const parts = operationId
    .split(/(?=[A-Z])/u)
    .map((part) => part.toLowerCase())
    .map((part) => words[part] ?? part)
  const sentence = parts.join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
