import { Secret, TOTP } from 'otpauth'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts'
import { ada, type TestService } from './start-test-service.ts'

export const identityOrigin = 'http://localhost:8081'

type Headers = Record<string, string>

/** What a person does with the security of their account, as short calls. */
export function protect({ call, cookieOf, clock }: TestService) {
  /** The code of now plus some steps of 30 seconds. */
  const codeOf = (secret: string, steps = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() + steps * 30_000 })
  /** A code that no earlier call can have used: half a minute passes. */
  const freshCode = (secret: string) => {
    clock.offset += 30_000
    return codeOf(secret)
  }
  const signIn = (headers: Headers = {}, person: { email: string; password: string } = ada) =>
    call('POST', '/sessions', { body: { email: person.email, password: person.password }, headers })
  const answer = (pending: string, body: object, headers: Headers = {}) =>
    call('POST', '/sessions/second-factor', { body, headers: { cookie: pending, ...headers } })
  const prove = async (cookie: string, password: string = ada.password) =>
    cookieOf(
      await call('POST', '/sessions/current/proofs', { body: { kind: 'PASSWORD', password }, headers: { cookie } }),
    )
  const setUpTotp = async (cookie: string) => {
    const { secret, uri } = (await call('POST', '/users/me/totp', { headers: { cookie } })).json<{
      secret: string
      uri: string
    }>()
    const confirmed = await call('PUT', '/users/me/totp', { body: { code: freshCode(secret) }, headers: { cookie } })
    return { secret, uri, confirmed, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes }
  }
  const startPasskey = async (cookie: string) =>
    (await call('POST', '/users/me/passkeys/options', { headers: { cookie } })).json<{
      challengeId: string
      options: { challenge: string; rp: { id: string }; user: { id: string } }
    }>()
  const startProof = async (headers: Headers = {}) =>
    (await call('POST', '/sessions/passkey-options', { headers })).json<{
      challengeId: string
      options: { challenge: string; rpId: string; userVerification: string; allowCredentials?: { id: string }[] }
    }>()
  const addPasskey = async (
    cookie: string,
    authenticator: SoftwareAuthenticator = createSoftwareAuthenticator(identityOrigin),
    name = 'My phone',
  ) => {
    const { challengeId, options } = await startPasskey(cookie)
    const added = await call('POST', '/users/me/passkeys', {
      body: { challengeId, name, response: authenticator.register(options) },
      headers: { cookie },
    })
    return { added, authenticator, id: added.json<{ id: string }>().id }
  }
  const security = async (cookie: string) =>
    (await call('GET', '/users/me/security', { headers: { cookie } })).json<Record<string, unknown>>()
  return { codeOf, freshCode, signIn, answer, prove, setUpTotp, startPasskey, startProof, addPasskey, security }
}

/** Status and code of a refusal, the status alone of anything else. */
export function outcome(answer: { statusCode: number; body: string }): string {
  const { code } = answer.body.startsWith('{') ? (JSON.parse(answer.body) as { code?: unknown }) : {}
  return typeof code === 'string' ? `${answer.statusCode} ${code}` : String(answer.statusCode)
}
