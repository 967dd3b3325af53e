import type { FormHelp } from '../check.ts'
import { hostOf } from '../connection/find-host.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault, faultOf } from '../faults.ts'
import { followRedirects } from '../http/check-http.ts'

interface Asked {
  readonly siteKey: string
  /** Where the form is: the captcha is asked as from there. */
  readonly page: URL
}

/**
 * Passes the captcha of a form as its widget does, with the pass of a probe in place of a person: asks for work, does it, hands it in.
 * Resolves with the token. Throws a CheckFault: `pass-refused` where the fault is between monitoring and captcha, `captcha-away` and
 * `captcha-refused` where no visitor could pass either.
 */
export async function passCaptcha(run: ProbeRun, help: FormHelp, { siteKey, page }: Asked): Promise<string> {
  const pass = await help.passFor(siteKey, hostOf(page))
  if (pass === null)
    throw new CheckFault('pass-refused', 'the captcha does not let this monitoring in, or not on this host')
  const origin = page.origin
  const started = await ask(run, help, { path: '/captcha/v1/verifications', origin, pass, body: { siteKey } })
  const { verificationId, challenge } = started
  const token = challenge?.token
  if (typeof token !== 'string' || typeof verificationId !== 'string')
    throw new CheckFault('captcha-refused', 'the captcha handed out no work')
  const began = run.elapsed()
  const solution = await solveWithin(run, help, token)
  const workMs = Math.round(run.elapsed() - began)
  const path = `/captcha/v1/verifications/${encodeURIComponent(verificationId)}/solutions`
  const answered = await ask(run, help, { path, origin, pass: null, body: { challenge: token, solution, workMs } })
  if (answered.status !== 'passed' || typeof answered.token !== 'string')
    throw new CheckFault('captcha-refused', `the captcha answered ${answered.status ?? 'nothing'}`)
  return answered.token
}

/** What the two calls answer, as far as it is read here. */
interface Answered {
  readonly status?: string
  readonly verificationId?: string
  readonly token?: string
  readonly challenge?: { readonly token?: string }
  readonly code?: string
}

interface Call {
  readonly path: string
  readonly origin: string
  readonly pass: string | null
  readonly body: object
}

async function ask(run: ProbeRun, { captchaUrl }: FormHelp, { path, origin, pass, body }: Call): Promise<Answered> {
  const headers = [
    { name: 'origin', value: origin },
    { name: 'content-type', value: 'application/json' },
    ...(pass === null ? [] : [{ name: 'bollard-probe-pass', value: pass }]),
  ]
  const request = { url: `${captchaUrl}${path}`, method: 'POST', headers, body: JSON.stringify(body) }
  // The operator names this address and nobody else, so it may be in the own network.
  const own: ProbeRun = { ...run, options: { ...run.options, allowPrivate: true } }
  const visit = await followRedirects(own, { ...request, ...direct }).catch((error: unknown) => {
    const { code, message } = faultOf(error)
    throw new CheckFault('captcha-away', `${code}: ${message}`)
  })
  const answered = readAnswer(visit.answer.body?.bytes)
  if (visit.answer.status < 300) return answered
  const said = `the captcha answered ${visit.answer.status} ${answered.code ?? ''}`
  if (answered.code === 'token-invalid') throw new CheckFault('pass-refused', said)
  throw new CheckFault(visit.answer.status < 500 ? 'captcha-refused' : 'captcha-away', said)
}

const direct = { redirectsMax: 0, authentication: null, family: 'ANY' } as const

function readAnswer(bytes: Buffer | undefined): Answered {
  try {
    const answer: unknown = JSON.parse(bytes?.toString('utf8') ?? '')
    return typeof answer === 'object' && answer !== null ? answer : {}
  } catch {
    return {}
  }
}

/** Does the work, and stops doing it when the check ends. */
function solveWithin(run: ProbeRun, help: FormHelp, token: string): Promise<string> {
  const controller = new AbortController()
  run.hold({ destroy: () => controller.abort(), on: () => undefined })
  return help.solve(token, controller.signal)
}
