import { createServer, type IncomingMessage } from 'node:http'
import { FriendlyCaptchaClient } from '@friendlycaptcha/server-sdk'
import recaptcha from 'express-recaptcha'
import hcaptcha from 'hcaptcha'
import { TurnstileVerify } from 'turnstile-verify'
import { portOf } from './detour.ts'

// The server of a customer, in a process of its own: each library as it was published, and nothing of ours. It takes a token
// under `/{library}` and answers with what the library makes of it.
const { SITE_KEY: siteKey = '', SECRET_KEY: secretKey = '', API: api = '' } = process.env

const libraries: Record<string, (token: string, secret: string) => Promise<unknown>> = {
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
}

type Recaptcha = InstanceType<typeof recaptcha.RecaptchaV2> | InstanceType<typeof recaptcha.RecaptchaV3>

/** The library reads a request of Express; it looks at nothing but these. */
function withRecaptcha(captcha: Recaptcha, token: string): Promise<unknown> {
  const request: unknown = { body: { 'g-recaptcha-response': token }, query: {}, params: {}, headers: {} }
  return new Promise((resolve) =>
    Reflect.apply(captcha.verify, captcha, [request, (error: unknown, data: unknown) => resolve({ error, data })]),
  )
}

const server = createServer((request, response) => {
  void (async () => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const answer = await libraries[pathname.slice(1)]?.(
      await bodyOf(request),
      searchParams.get('secret') ?? secretKey,
    ).catch((error: unknown) => ({
      threw: String(error),
    }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer ?? { threw: `${pathname} is no library` }))
  })()
})
server.listen(0, '127.0.0.1', () => process.send?.(portOf(server)))

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += String(part)
  return body
}
