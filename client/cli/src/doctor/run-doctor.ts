import { exitCodes, Fault } from '../fault.ts'
import { flagOf, hasFlag, type Line } from '../operations/read-flags.ts'
import { askService, reasonOf, readText, type ServiceAnswer } from '../service/ask-service.ts'
import { readHost } from '../service/read-host.ts'
import { printable, type Terminal } from '../terminal.ts'
import { examinePage } from './examine-page.ts'
import { type Finding, finding, type FindingCode } from './findings.ts'
import { inspectTls } from './inspect-tls.ts'

export interface Asked {
  readonly host: string
  readonly siteKey: string
  readonly domain?: string | undefined
  /** Address of the customer's page. */
  readonly page?: string | undefined
  readonly secretKey?: string | undefined
}

const dayMs = 86_400_000
const clockDifferenceMs = 30_000

/** `bollard doctor SITEKEY`: prints every finding, and ends with 9 where one of them failed. */
export async function runDoctor(terminal: Terminal, line: Line): Promise<number> {
  const [siteKey, extra] = line.words
  if (siteKey === undefined || extra !== undefined)
    throw new Fault('usage', 'site-key-missing', 'Name one site key: bollard doctor SITEKEY.')
  const given = flagOf(line, 'secret')
  const secretKey = given === '-' ? (await terminal.input()).trim() : (given ?? terminal.env['BOLLARD_SECRET_KEY'])
  const host = readHost(flagOf(line, 'host') ?? terminal.env['BOLLARD_HOST'])
  const findings = await examine(terminal, {
    host,
    siteKey,
    domain: flagOf(line, 'domain'),
    page: flagOf(line, 'page'),
    secretKey,
  })
  const failed = findings.filter(({ state }) => state === 'failed').length
  if (hasFlag(line, 'json')) terminal.write(`${JSON.stringify({ healthy: failed === 0, findings }, null, 2)}\n`)
  else terminal.write(printable(findings.map(shown).join('')))
  return failed === 0 ? exitCodes.ok : exitCodes.findings
}

const marks = { ok: 'ok      ', warning: 'warning ', failed: 'failed  ', skipped: 'skipped ' } as const

function shown({ code, state, means, advice, seen }: Finding): string {
  const details = [...(seen === undefined ? [] : [seen]), ...(advice === '' ? [] : [advice])]
  return `${marks[state]} ${code}: ${means}\n${details.map((detail) => `           ${detail}\n`).join('')}`
}

/** Every finding, in the order of the checks. The secret key goes to the host and nowhere else. */
export async function examine(terminal: Terminal, asked: Asked, { inspect = inspectTls } = {}): Promise<Finding[]> {
  const { host, siteKey, domain, page, secretKey } = asked
  const tls = await examineTls(terminal, host, inspect)
  if (!/^bsk_[\dA-Za-z]{22}$/u.test(siteKey)) return [...tls, finding('site-key-malformed')]
  const settings = await ask(terminal, host, { method: 'GET', path: `/captcha/v1/widget-settings/${siteKey}` })
  const connection = connectionOf(settings)
  const pageFindings = page === undefined ? [] : await examinePage(terminal, host, siteKey, page)
  if (connection.state === 'failed') {
    const skipped = ['clock', 'site-key', 'widget', ...(domain ? ['domain'] : []), ...(secretKey ? ['secret-key'] : [])]
    return [connection, ...tls, ...skipped.map((check) => finding('not-examined', undefined, check)), ...pageFindings]
  }
  const key = siteKeyOf(settings)
  return [
    connection,
    ...tls,
    await examineClock(terminal, host),
    key,
    await examineWidget(terminal, host),
    ...(domain === undefined || key.state === 'failed' ? [] : [await examineDomain(terminal, host, siteKey, domain)]),
    ...(secretKey === undefined || secretKey === '' ? [] : [await examineSecret(terminal, host, siteKey, secretKey)]),
    ...pageFindings,
  ]
}

/** The answer, or why there is none; refusals are answers. */
function ask(terminal: Terminal, host: string, call: Parameters<typeof askService>[2]): Promise<ServiceAnswer | Fault> {
  return askService(terminal, host, { ...call, impatient: true, timeoutMs: 15_000 }).catch((error: unknown) => {
    if (error instanceof Fault) return error
    throw error
  })
}

async function examineTls(terminal: Terminal, host: string, inspect: typeof inspectTls): Promise<Finding[]> {
  if (host.startsWith('http:')) return [finding('tls-none')]
  const state = await inspect(host)
  // The connection's own finding says that nobody answers.
  if (state === null) return []
  const { fault, protocol, validTo } = state
  if (fault !== null) return [finding('tls-invalid', fault)]
  if (protocol !== 'TLSv1.2' && protocol !== 'TLSv1.3') return [finding('tls-old', protocol ?? 'unknown')]
  const until = validTo === null ? '' : `valid until ${new Date(validTo).toISOString().slice(0, 10)}`
  return [finding(validTo !== null && validTo - terminal.now() < 14 * dayMs ? 'tls-expires-soon' : 'tls-ok', until)]
}

function connectionOf(settings: ServiceAnswer | Fault): Finding {
  if (!(settings instanceof Fault)) return finding('reachable')
  const { code, exit, message } = settings
  if (code === 'site-key-unknown') return finding('reachable')
  const known: readonly FindingCode[] = ['unreachable', 'timeout', 'redirected', 'foreign-answer']
  const own = known.find((one) => one === code)
  if (own) return finding(own, message)
  return exit === 'unavailable' ? finding('unavailable', code) : finding('foreign-answer', code)
}

async function examineClock(terminal: Terminal, host: string): Promise<Finding> {
  const before = terminal.now()
  const response = await terminal
    .fetch(`${host}/widget.js`, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(15_000) })
    .catch(() => null)
  const date = Date.parse(response?.headers.get('date') ?? '')
  if (Number.isNaN(date)) return finding('clock-unknown')
  // The header has whole seconds, and was written between question and answer.
  const difference = date + 500 - (before + terminal.now()) / 2
  const seen = `${Math.abs(Math.round(difference / 1000))} s`
  return Math.abs(difference) > clockDifferenceMs ? finding('clock-differs', seen) : finding('clock-ok')
}

function siteKeyOf(settings: ServiceAnswer | Fault): Finding {
  if (settings instanceof Fault) return finding('site-key-unknown')
  const { test } = settings.body as { test?: unknown }
  return typeof test === 'string' ? finding('site-key-test', test) : finding('site-key-ok')
}

async function examineWidget(terminal: Terminal, host: string): Promise<Finding> {
  try {
    const response = await terminal.fetch(`${host}/widget.js`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok) return finding('widget-missing', `HTTP ${response.status}`)
    const script = await readText(response, 2 ** 20)
    return /^(?:text|application)\/javascript\b/u.test(type) && script !== ''
      ? finding('widget-ok')
      : finding('widget-not-script', type)
  } catch (error) {
    return finding('widget-missing', reasonOf(error))
  }
}

async function examineDomain(terminal: Terminal, host: string, siteKey: string, domain: string): Promise<Finding> {
  if (!/^(?!-)[\p{L}\p{N}.-]{1,253}(?::\d{1,5})?$/u.test(domain) || !URL.canParse(`https://${domain}`))
    return finding('domain-malformed', domain)
  const { origin } = new URL(`https://${domain}`)
  const answer = await ask(terminal, host, {
    method: 'POST',
    path: '/captcha/v1/verifications',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ siteKey }),
  })
  if (!(answer instanceof Fault)) return finding('domain-allowed', domain)
  const known: readonly FindingCode[] = ['origin-not-allowed', 'site-paused', 'solution-locked']
  const own = known.find((one) => one === answer.code)
  return own ? finding(own, domain) : finding('domain-unanswered', answer.code)
}

/** Asks about a token that is none: what the service says about it shows what it thinks of the key. */
async function examineSecret(terminal: Terminal, host: string, siteKey: string, secretKey: string): Promise<Finding> {
  if (!/^bsec_[\dA-Za-z_]{20,100}$/u.test(secretKey)) return finding('secret-malformed')
  const answer = await ask(terminal, host, {
    method: 'POST',
    path: '/captcha/v1/siteverify',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: secretKey, response: 'bollard-doctor', sitekey: siteKey }),
  })
  if (answer instanceof Fault) return finding('secret-invalid', answer.code)
  const told = (answer.body as { 'error-codes'?: unknown })['error-codes']
  const codes = Array.isArray(told) ? told.map(String) : []
  if (secretKey.startsWith('bsec_Test')) return finding('secret-test')
  if (codes.includes('solution-locked')) return finding('secret-locked')
  if (codes.includes('site-key-mismatch')) return finding('secret-of-other-site')
  return codes.includes('invalid-input-response') ? finding('secret-ok') : finding('secret-invalid', codes.join(', '))
}
