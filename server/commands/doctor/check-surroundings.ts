import { captchaRoutes, testSecretKeys, testSiteKeys } from '@bollard/contracts'
import { checkSmtp } from '@bollard/mail'
import { createSolver, solveChallenge } from '@bollard/proof-of-work'
import type { Config } from '../../config.ts'
import { fault, type Finding, ok, reasonOf, skipped, warning } from './finding.ts'

const waitMs = 10_000

/** What others see of this installation, and what it needs of others. */
export async function checkSurroundings(config: Config, isRunning: boolean): Promise<Finding[]> {
  const mail = config.ROLE === 'edge' || config.ROLE === 'sites' ? [] : [await checkMail(config)]
  if (!isRunning)
    return [...mail, skipped('api-url', 'Bollard does not run.'), skipped('captcha', 'Bollard does not run.')]
  const before = await readIgnored(config)
  const reached = await checkApiUrl(config)
  const captcha =
    reached.state === 'ok'
      ? await checkCaptcha(config.API_URL)
      : skipped('captcha', 'API_URL is not reachable from here.')
  return [...mail, reached, captcha, await checkForwarding(config, before)]
}

async function checkMail({ SMTP_URL, NODE_ENV }: Config): Promise<Finding> {
  if (SMTP_URL === undefined)
    return NODE_ENV === 'production'
      ? warning('mail', 'There is no mail server: messages wait in a mailbox of this machine.', 'Set SMTP_URL.')
      : ok('mail', 'Messages go to the mailbox page of the identity site.')
  try {
    await checkSmtp(SMTP_URL)
    return ok('mail', 'The mail server answers and lets us sign in.')
  } catch (error) {
    return fault(
      'mail',
      `The mail server refuses: ${reasonOf(error)}`,
      'Check SMTP_URL: host, port, user and password, and whether the firewall lets this machine out.',
    )
  }
}

async function checkApiUrl({ API_URL }: Config): Promise<Finding> {
  try {
    const response = await fetch(`${API_URL}/openapi.json`, { signal: AbortSignal.timeout(waitMs), redirect: 'manual' })
    if (response.status === 404 || response.status === 200) {
      // Of the roles, only "edge" has no description; it serves the widget.
      const widget = await fetch(`${API_URL}/widget.js`, { signal: AbortSignal.timeout(waitMs) })
      if (widget.ok) return ok('api-url', `${API_URL} answers from here.`)
    }
    return fault(
      'api-url',
      `${API_URL} answers with ${response.status}, which is not Bollard.`,
      'Let the proxy pass every path of that host to API_PORT.',
    )
  } catch (error) {
    return fault(
      'api-url',
      `${API_URL} is not reachable from here: ${reasonOf(error)}`,
      'Check API_URL, DNS, the firewall and the proxy. Visitors need that address.',
    )
  }
}

/** One verification as a visitor and a customer's server make it, with the key that always passes. Nothing of it is stored. */
async function checkCaptcha(apiUrl: string): Promise<Finding> {
  const step = { name: 'starting' }
  try {
    const started = captchaRoutes.startVerification.response.schema.parse(
      await post(`${apiUrl}/captcha/v1/verifications`, { siteKey: testSiteKeys.PASSES }, apiUrl),
    )
    if (started.status !== 'challenge') throw new Error(`it answered "${started.status}"`)
    step.name = 'solving'
    const { token } = started.challenge
    const solution = await solveChallenge({ token, solver: await createSolver({ wasm: true }) })
    step.name = 'answering'
    const answered = captchaRoutes.answerVerification.response.schema.parse(
      await post(
        `${apiUrl}/captcha/v1/verifications/${started.verificationId}/solutions`,
        { challenge: token, solution, workMs: 100 },
        apiUrl,
      ),
    )
    if (answered.status !== 'passed') throw new Error(`it answered "${answered.status}"`)
    step.name = 'verifying the token'
    const body = new URLSearchParams({ secret: testSecretKeys.PASSES, response: answered.token })
    const response = await fetch(`${apiUrl}${captchaRoutes.siteverify.path}`, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(waitMs),
    })
    const { success } = captchaRoutes.siteverify.response.schema.parse(await response.json())
    if (!success) throw new Error('the token does not count')
    return ok('captcha', 'A whole verification with a test key works.')
  } catch (error) {
    return fault(
      'captcha',
      `A verification with a test key fails at ${step.name}: ${reasonOf(error)}`,
      'Look at the log of the api process, and whether the proxy changes bodies or paths.',
    )
  }
}

async function post(url: string, body: object, origin: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(waitMs),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}

/** Whether our own calls just now came through a proxy whose word was not taken. */
async function checkForwarding(config: Config, before: number | null): Promise<Finding> {
  const after = await readIgnored(config)
  if (before === null || after === null) return skipped('proxies', 'The figures of the running server cannot be read.')
  const remedy =
    'Name the addresses of the proxy in TRUSTED_PROXIES. Until then everybody behind it counts as one visitor.'
  if (after > before) return fault('proxies', 'API_URL leads through a proxy that is not trusted.', remedy)
  return after > 0
    ? warning(
        'proxies',
        `${after} requests since the start had forwarding headers of a proxy that is not trusted.`,
        remedy,
      )
    : ok('proxies', 'No request came through a proxy that is not trusted.')
}

async function readIgnored({ METRICS_PORT }: Config): Promise<number | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`, { signal: AbortSignal.timeout(waitMs) })
    const lines = (await response.text()).matchAll(/^bollard_forwarding_headers_ignored_total(?:\{[^}]*\})? (\d+)/gmu)
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
  } catch {
    return null
  }
}
