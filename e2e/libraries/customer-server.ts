import { FriendlyCaptchaClient } from '@friendlycaptcha/server-sdk'
import recaptcha from 'express-recaptcha'
import hcaptcha from 'hcaptcha'
import { TurnstileVerify } from 'turnstile-verify'
import { serveLibraries } from './serve-libraries.ts'

// The server of a customer, in a process of its own: each library as it was published, and nothing of ours.
const { SITE_KEY: siteKey = '', SECRET_KEY: secretKey = '', API: api = '' } = process.env

serveLibraries(secretKey, {
  'express-recaptcha-v2': (token, secret) => withRecaptcha(new recaptcha.RecaptchaV2(siteKey, secret), token),
  'express-recaptcha-v3': (token, secret) => withRecaptcha(new recaptcha.RecaptchaV3(siteKey, secret), token),
  hcaptcha: (token, secret) => hcaptcha.verify(secret, token, '203.0.113.7', siteKey),
  'turnstile-verify': (token, secret) =>
    new TurnstileVerify({ token: secret }).validate({ response: token, remoteip: '203.0.113.7' }),
  async friendly(token, secret) {
    const client = new FriendlyCaptchaClient({ apiKey: secret, sitekey: siteKey, apiEndpoint: api, strict: true })
    const result = await client.verifyCaptchaResponse(token)
    return {
      accept: result.shouldAccept(),
      able: result.wasAbleToVerify(),
      status: result.status,
      response: result.getResponse(),
    }
  },
})

type Recaptcha = InstanceType<typeof recaptcha.RecaptchaV2> | InstanceType<typeof recaptcha.RecaptchaV3>

/** The library reads a request of Express; it looks at nothing but these. */
function withRecaptcha(captcha: Recaptcha, token: string): Promise<unknown> {
  const request: unknown = { body: { 'g-recaptcha-response': token }, query: {}, params: {}, headers: {} }
  return new Promise((resolve) =>
    Reflect.apply(captcha.verify, captcha, [request, (error: unknown, data: unknown) => resolve({ error, data })]),
  )
}
