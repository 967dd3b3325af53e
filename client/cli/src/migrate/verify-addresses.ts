import type { FindingState } from '../doctor/findings.ts'
import { Fault } from '../fault.ts'
import { askService } from '../service/ask-service.ts'
import type { Terminal } from '../terminal.ts'
import type { Captcha } from './captchas.ts'

export interface AddressCheck {
  readonly check: string
  readonly code: 'script-loads' | 'script-missing' | 'test-verified' | 'test-not-verified'
  readonly state: FindingState
  readonly means: string
  readonly seen?: string
}

/** A published test token is verified with a published test secret: a whole verification without a visitor. */
const dummy = { secret: '1x0000000000000000000000000000000AA', response: 'XXXX.DUMMY.TOKEN.XXXX' }

const paths: Readonly<Record<Captcha, { readonly script: string; readonly verify: string }>> = {
  recaptcha: { script: '/recaptcha/api.js', verify: '/recaptcha/api/siteverify' },
  hcaptcha: { script: '/hcaptcha/1/api.js', verify: '/hcaptcha/siteverify' },
  turnstile: { script: '/turnstile/v0/api.js', verify: '/turnstile/v0/siteverify' },
  'friendly-captcha': { script: '/friendly-captcha/site.min.js', verify: '/api/v2/captcha/siteverify' },
}

/** Loads the scripts and verifies a test token at the addresses that the project asks now; without a captcha at our own. */
export async function verifyAddresses(
  terminal: Terminal,
  host: string,
  captchas: readonly Captcha[],
): Promise<AddressCheck[]> {
  const asked =
    captchas.length > 0
      ? captchas.map((captcha) => paths[captcha])
      : [{ script: '/widget.js', verify: '/captcha/v1/siteverify' }]
  const checks: AddressCheck[] = []
  for (const { script, verify } of asked)
    checks.push(await loads(terminal, host, script), await verifies(terminal, host, verify))
  return checks
}

async function loads(terminal: Terminal, host: string, path: string): Promise<AddressCheck> {
  const seen = `${host}${path}`
  const answer = await askService(terminal, host, { method: 'GET', path, impatient: true }).catch(asFault)
  const isScript = !(answer instanceof Fault) && /javascript/u.test(answer.headers.get('content-type') ?? '')
  if (isScript) return { check: 'script', code: 'script-loads', state: 'ok', means: 'The script loads.', seen }
  return { check: 'script', code: 'script-missing', state: 'failed', means: "The script doesn't load.", seen }
}

async function verifies(terminal: Terminal, host: string, path: string): Promise<AddressCheck> {
  const seen = `${host}${path}`
  const isFriendly = path === paths['friendly-captcha'].verify
  const answer = await askService(terminal, host, {
    method: 'POST',
    path,
    impatient: true,
    headers: isFriendly ? { 'x-api-key': dummy.secret, 'content-type': 'application/json' } : {},
    body: isFriendly ? JSON.stringify({ response: dummy.response }) : new URLSearchParams(dummy),
  }).catch(asFault)
  const success = answer instanceof Fault ? null : (answer.body as { success?: unknown } | null)?.success
  if (success === true)
    return { check: 'test-verification', code: 'test-verified', state: 'ok', means: 'A test token is verified.', seen }
  return {
    check: 'test-verification',
    code: 'test-not-verified',
    state: 'failed',
    means: "A test token isn't verified.",
    seen: answer instanceof Fault ? `${seen}: ${answer.code}` : seen,
  }
}

function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  throw error
}
