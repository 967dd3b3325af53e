import { type TestKind, testSecretKeys, testSiteKeys } from '@bollard/contracts'

/** A call with test keys, which everybody may make and which stores nothing. */
export interface TestCall {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The secret key that stands in a header, where the call has it there. */
  readonly key?: string
}

/** With a test secret key any text is a token. */
const token = 'any-text'
const verificationId = '01900000-0000-7000-9000-000000000001'

const fields = (kind: TestKind) => ({ secret: testSecretKeys[kind], response: token })
const inBody = (kind: TestKind): TestCall => ({ params: {}, query: {}, body: fields(kind) })
const inHeader = (kind: TestKind): TestCall => ({ params: { verificationId }, query: {}, key: testSecretKeys[kind] })

/** By operation: what customers' servers and widgets call, without what only a browser can. */
const calls: Readonly<Record<string, (kind: TestKind) => TestCall>> = {
  siteverify: inBody,
  siteverifyRecaptcha: inBody,
  siteverifyRecaptchaByQuery: (kind) => ({ params: {}, query: fields(kind) }),
  siteverifyHcaptcha: inBody,
  siteverifyTurnstile: inBody,
  siteverifyFriendlyCaptcha: (kind) => ({
    params: {},
    query: {},
    body: { response: token },
    key: testSecretKeys[kind],
  }),
  getVerificationResult: inHeader,
  getTrustcaptchaResult: inHeader,
  getTrustcaptchaAssessment: inHeader,
  getWidgetSettings: (kind) => ({ params: { siteKey: testSiteKeys[kind] }, query: {} }),
}

/** The call of an operation with the test keys of a kind; undefined for operations that need an account. */
export function testCallOf(operationId: string, kind: TestKind = 'PASSES'): TestCall | undefined {
  return Object.hasOwn(calls, operationId) ? calls[operationId]?.(kind) : undefined
}

/** All operations that work with test keys. */
export const operationsWithTestKeys: readonly string[] = Object.keys(calls)
