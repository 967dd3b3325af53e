import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveCompat } from './serve-compat.ts'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bollard-compat-'))
  await mkdir(join(folder, 'dist'))
  for (const name of ['recaptcha', 'hcaptcha', 'turnstile', 'friendly', 'trustcaptcha'])
    await writeFile(join(folder, 'dist', `${name}.js`), `/* ${name} */`)
  await writeFile(
    join(folder, 'dist', 'noscript.json'),
    JSON.stringify({ en: 'Turn on JavaScript.', de: 'JavaScript einschalten.', 'pt-BR': 'Ative o JavaScript.' }),
  )
  app = Fastify()
  serveCompat(app, join(folder, 'dist'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['/recaptcha/api.js', 'recaptcha'],
  ['/recaptcha/api.js?onload=start&render=explicit&hl=de&trustedtypes=true', 'recaptcha'],
  ['/recaptcha/enterprise.js?render=bsk_x', 'recaptcha'],
  ['/hcaptcha/1/api.js?recaptchacompat=off', 'hcaptcha'],
  ['/hcaptcha/api.js', 'hcaptcha'],
  ['/turnstile/v0/api.js?compat=recaptcha&_anything=else', 'turnstile'],
  ['/friendly-captcha/site.min.js', 'friendly'],
  ['/trustcaptcha/trustcaptcha.esm.min.js', 'trustcaptcha'],
])('%s is the script of %s, for any page of any origin', async (url, name) => {
  const { statusCode, headers, body } = await app.inject(url)
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: `/* ${name} */` })
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  })
  expect(headers['cache-control']).toContain('max-age=600')
})

test('it is sent compressed, and not again to those who have it', async () => {
  const { headers, rawPayload } = await app.inject({
    url: '/turnstile/v0/api.js',
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(gunzipSync(rawPayload).toString()).toBe('/* turnstile */')
  const again = await app.inject({
    url: '/turnstile/v0/api.js?onload=x',
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect({ statusCode: again.statusCode, body: again.body }).toEqual({ statusCode: 304, body: '' })
})

test.each([
  ['', undefined, 'en', 'Turn on JavaScript.'],
  ['?k=bsk_x&hl=de', 'en', 'de', 'JavaScript einschalten.'],
  ['?hl=xx', 'fr;q=0.9, de-AT;q=0.8', 'de', 'JavaScript einschalten.'],
  ['', 'pt-br', 'pt-BR', 'Ative o JavaScript.'],
  ['?hl=__proto__&hl=constructor', '"><script>', 'en', 'Turn on JavaScript.'],
])('without scripts the frame at fallback%s for %s says so', async (query, language, tag, text) => {
  const { statusCode, headers, body } = await app.inject({
    url: `/recaptcha/api/fallback${query}`,
    headers: language === undefined ? {} : { 'accept-language': language },
  })
  expect(statusCode).toBe(200)
  expect(body).toContain(`<html lang="${tag}"`)
  expect(body).toContain(`<p>${text}</p>`)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(headers['x-frame-options']).toBeUndefined()
})

test('nothing else is served', async () => {
  for (const url of ['/recaptcha/api', '/hcaptcha/2/api.js', '/turnstile/v1/api.js', '/turnstile/v0/', '/recaptcha.js'])
    expect((await app.inject(url)).statusCode).toBe(404)
})

test('without the built scripts the product does not start', async () => {
  await mkdir(join(folder, 'empty'))
  expect(() => serveCompat(Fastify(), join(folder, 'empty'))).toThrow('not built')
})
