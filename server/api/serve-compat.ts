import type { FastifyInstance } from 'fastify'
import { readFiles, sendFile } from './serve-widget.ts'

/** Where the scripts of other captchas lie, below their host, and which of ours answers there. */
const scripts = {
  '/recaptcha/api.js': 'recaptcha.js',
  '/recaptcha/enterprise.js': 'recaptcha.js',
  '/hcaptcha/1/api.js': 'hcaptcha.js',
  '/hcaptcha/api.js': 'hcaptcha.js',
  '/turnstile/v0/api.js': 'turnstile.js',
} as const

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
}
