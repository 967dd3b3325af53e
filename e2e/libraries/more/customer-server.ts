import pagesHcaptcha from '@cloudflare/pages-plugin-hcaptcha'
import pagesTurnstile from '@cloudflare/pages-plugin-turnstile'
import cfTurnstile from 'cf-turnstile'
import Grecaptcha from 'grecaptcha'
import Recaptcha2 from 'recaptcha2'
import { verifyHcaptchaToken } from 'verify-hcaptcha'
import { serveLibraries } from '../serve-libraries.ts'

// As `../customer-server.ts`, with more libraries.
const { SITE_KEY: siteKey = '', SECRET_KEY: secretKey = '' } = process.env

serveLibraries(secretKey, {
  recaptcha2: (token, secret) =>
    new Recaptcha2({ siteKey, secretKey: secret })
      .validate(token, '203.0.113.7')
      .catch((codes: unknown) => ({ codes })),
  grecaptcha: (token, secret) => new Grecaptcha(secret).verify(token),
  'verify-hcaptcha': (token, secret) =>
    verifyHcaptchaToken({ token, secretKey: secret, siteKey, remoteIp: '203.0.113.7' }),
  'pages-plugin-hcaptcha': (token, secret) =>
    askPlugin(
      (onError) => pagesHcaptcha({ secret, sitekey: siteKey, onError }),
      'h-captcha-response',
      token,
      'hCaptcha',
    ),
  'pages-plugin-turnstile': (token, secret) =>
    askPlugin((onError) => pagesTurnstile({ secret, onError }), 'cf-turnstile-response', token, 'turnstile'),
  // It compares what the page gave with the token.
  'cf-turnstile': (token, secret) =>
    cfTurnstile(secret)(token, { action: 'newsletter', cdata: 'order-7', hostname: 'localhost' }),
})

type Handler = (context: object) => Promise<unknown>

/** A middleware of Cloudflare's Pages: what it hands to the page behind it, or to the page for errors. */
async function askPlugin(
  makePlugin: (onError: Handler) => Handler,
  field: string,
  token: string,
  name: string,
): Promise<unknown> {
  const data: Record<string, unknown> = {}
  let refused = false
  const onError = async () => {
    refused = true
    return new Response()
  }
  await makePlugin(onError)({
    request: new Request('https://shop.example/', { method: 'POST', body: new URLSearchParams({ [field]: token }) }),
    functionPath: '',
    next: async () => new Response(),
    data,
    env: {},
    waitUntil() {},
    passThroughOnException() {},
  })
  return { refused, data: data[name] }
}
