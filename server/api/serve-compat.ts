import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readFiles, sendFile } from './serve-widget.ts'

/** Where the scripts of other captchas lie, below their host, and which of ours answers there. */
const scripts = {
  '/recaptcha/api.js': 'recaptcha.js',
  '/recaptcha/enterprise.js': 'recaptcha.js',
  '/hcaptcha/1/api.js': 'hcaptcha.js',
  '/hcaptcha/api.js': 'hcaptcha.js',
  '/turnstile/v0/api.js': 'turnstile.js',
  '/friendly-captcha/site.min.js': 'friendly.js',
  '/trustcaptcha/trustcaptcha.esm.min.js': 'trustcaptcha.js',
} as const

/**
 * Where gems and plug-ins for reCAPTCHA lead visitors without scripts, in a frame of the form. Google has a riddle there; our widget
 * needs a script.
 */
const fallback = '/recaptcha/api/fallback'

/**
 * Serves the scripts that pages written for other captchas load, to any page of any origin. What stands behind `?` is for the
 * script itself, which reads its own address.
 */
export function serveCompat(app: FastifyInstance, directory: string): void {
  const files = readFiles(directory)
  for (const [address, name] of Object.entries(scripts)) {
    const file = files.get(name)
    if (!file) throw new Error(`"${name}" is not built; "npm start" builds it.`)
    app.get(address, (request, reply) => sendFile(file, request, reply))
  }
  const texts = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(join(directory, 'noscript.json'), 'utf8')))
  app.get<{ Querystring: { hl?: unknown } }>(fallback, (request, reply) => {
    const language = chooseLanguage(texts, [String(request.query.hl), ...wishesOf(request.headers['accept-language'])])
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        vary: 'accept-language',
      })
      .send(fallbackPage(language, texts[language] ?? ''))
  })
}

/** Languages that a browser asks for, the dearest first. */
function wishesOf(header = ''): string[] {
  return header
    .slice(0, 200)
    .split(',')
    .map((wish) => wish.split(';')[0]?.trim() ?? '')
}

/** The first wish for which there is a text, with its region or without it; English for none. */
function chooseLanguage(texts: Readonly<Record<string, string>>, wishes: readonly string[]): string {
  const tags = new Map(Object.keys(texts).map((tag) => [tag.toLowerCase(), tag]))
  for (const wish of wishes.map((tag) => tag.toLowerCase())) {
    const tag = tags.get(wish) ?? tags.get(wish.split('-')[0] ?? '')
    if (tag !== undefined) return tag
  }
  return 'en'
}

/** The texts are our own, and none of them has a sign that HTML escapes. */
function fallbackPage(language: string, text: string): string {
  return `<!doctype html><html lang="${language}" dir="auto"><meta charset="utf-8"><meta name="robots" content="noindex"><title>Bollard</title><p>${text}</p></html>\n`
}
