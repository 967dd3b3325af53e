import { Fault } from '../fault.ts'
import type { Terminal } from '../terminal.ts'
import { askService, type ServiceAnswer } from './ask-service.ts'
import {
  deleteSession,
  newSession,
  readSession,
  type Session,
  sessionHeaders,
  withCookies,
  writeSession,
} from './session-file.ts'

const sessionsPath = '/identity/v1/sessions'

/**
 * `bollard login`: signs a person in as a browser does, with password and second factor, and keeps the session in a file that only
 * they can read. It ends as any session does, and is listed and ended in the account like one.
 */
export async function signIn(terminal: Terminal, host: string, email: string | undefined): Promise<void> {
  const address = email ?? (await answerTo(terminal, 'E-mail: '))
  const password = await answerTo(terminal, 'Password: ', true)
  let session = newSession(host)
  const answer = await post(terminal, session, sessionsPath, { email: address, password }).catch(
    (error: unknown) => error,
  )
  if (answer instanceof SecondFactorNeeded) session = await showSecondFactor(terminal, answer.session)
  else if (answer instanceof Error) throw explained(answer)
  else session = withCookies(session, (answer as ServiceAnswer).headers)
  await writeSession(terminal, session)
  terminal.tell(`Signed in at ${host} as ${address}.\n`)
}

/** `bollard prove`: re-authenticates, which sensitive calls ask for; good for ten minutes. */
export async function proveSession(terminal: Terminal, host: string): Promise<void> {
  const session = await requireSession(terminal, host)
  const given = await answerTo(terminal, 'Password, or six digits of your authenticator app: ', true)
  const proof = /^\d{6}$/u.test(given) ? { kind: 'TOTP', code: given } : { kind: 'PASSWORD', password: given }
  const { headers, body } = await post(terminal, session, `${sessionsPath}/current/proofs`, proof)
  await writeSession(terminal, withCookies(session, headers))
  const { provenUntil } = body as { provenUntil?: unknown }
  terminal.tell(`Sensitive commands work until ${String(provenUntil)}.\n`)
}

/** `bollard logout`: ends the session at the service, and forgets it here even when the service can't be reached. */
export async function signOut(terminal: Terminal, host: string): Promise<void> {
  const session = await readSession(terminal, host)
  if (session === null) return terminal.tell('Nobody is signed in.\n')
  try {
    await askService(terminal, host, {
      method: 'DELETE',
      path: `${sessionsPath}/current`,
      headers: sessionHeaders(session),
    })
  } finally {
    await deleteSession(terminal)
  }
  terminal.tell('Signed out.\n')
}

async function requireSession(terminal: Terminal, host: string): Promise<Session> {
  const session = await readSession(terminal, host)
  if (session !== null) return session
  throw new Fault('credentials', 'signed-out', `Nobody is signed in at ${host}.`, { advice: 'Run "bollard login".' })
}

/** Carries the cookie with which the second factor is sent. */
class SecondFactorNeeded extends Error {
  readonly session: Session
  constructor(session: Session) {
    super('second-factor-required')
    this.session = session
  }
}

async function showSecondFactor(terminal: Terminal, session: Session): Promise<Session> {
  const path = `${sessionsPath}/second-factor`
  const { body } = await askService(terminal, session.host, { method: 'GET', path, headers: sessionHeaders(session) })
  const { factors } = body as { factors?: unknown }
  if (!Array.isArray(factors) || !factors.some((factor) => factor === 'TOTP' || factor === 'RECOVERY_CODE'))
    throw new Fault('credentials', 'passkey-only', 'This account signs in with a passkey, which needs a browser.', {
      advice: 'Set up an authenticator app in your account, or use an API key.',
    })
  const code = (await answerTo(terminal, 'Six digits of your authenticator app, or a recovery code: ', true)).trim()
  const dto = /^\d{6}$/u.test(code) ? { kind: 'TOTP', code } : { kind: 'RECOVERY_CODE', code }
  return withCookies(session, (await post(terminal, session, path, dto)).headers)
}

async function post(terminal: Terminal, session: Session, path: string, dto: object): Promise<ServiceAnswer> {
  const held: { headers?: Headers } = {}
  // The refusal that asks for a second factor sets the cookie that goes with it.
  const listening: typeof fetch = async (...request) => {
    const response = await terminal.fetch(...request)
    held.headers = response.headers
    return response
  }
  try {
    return await askService({ ...terminal, fetch: listening }, session.host, {
      method: 'POST',
      path,
      headers: { ...sessionHeaders(session), 'content-type': 'application/json' },
      body: JSON.stringify(dto),
    })
  } catch (error) {
    if (error instanceof Fault && error.code === 'second-factor-required' && held.headers)
      throw new SecondFactorNeeded(withCookies(session, held.headers))
    throw error
  }
}

function explained(error: Error): Error {
  if (!(error instanceof Fault) || error.code !== 'captcha-failed') return error
  return new Fault(
    'credentials',
    error.code,
    'After failed attempts the sign-in asks for a captcha, which needs a browser.',
    {
      advice: 'Wait a while, or use an API key.',
    },
  )
}

async function answerTo(terminal: Terminal, question: string, secret = false): Promise<string> {
  const answer = await terminal.ask(question, { secret })
  if (answer !== null && answer !== '') return answer
  throw new Fault('usage', 'answer-missing', `Nobody answered: ${question.trim()}`, {
    advice: 'Run the command in a terminal, or give the answers as lines of its input.',
  })
}
