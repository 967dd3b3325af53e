import { addressOf, keyHeader, type Operation, testCallOf } from '@bollard/api-reference'
import { type TestKind, testKinds } from '@bollard/contracts'
import { scopeOf } from '@bollard/site-kit/server'
import type { TestCallResult } from './test-call-result.ts'

/** A page waits no longer than this for an answer. */
const patienceMs = 5_000
/** Longer answers are cut. No call with test keys has one. */
const textMax = 64 * 1024
/** What of the headers says something to a reader. */
const shownHeaders = [
  'content-type',
  'cache-control',
  'request-id',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'access-control-allow-origin',
]

/** Which test key a form names; null for anything else. */
export function testKindOf(value: unknown): TestKind | null {
  return testKinds.find((kind) => kind === value) ?? null
}

/** Makes the one call of an operation that test keys allow, from here, and tells what came back. Null for operations that have none. */
export async function makeTestCall(
  operation: Operation,
  kind: TestKind,
  { site }: Pick<ReturnType<typeof scopeOf>, 'site'>,
): Promise<TestCallResult | null> {
  const call = testCallOf(operation.id, kind)
  if (call === undefined) return null
  const address = addressOf(operation.path, call.params, call.query)
  const [name, prefix] = keyHeader(operation) ?? []
  const headers = {
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(name === undefined || call.key === undefined ? {} : { [name]: `${prefix}${call.key}` }),
  }
  const asked = {
    kind,
    request: `${operation.method} ${address}`,
    sent: [
      ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
      ...(call.body === undefined ? [] : ['', JSON.stringify(call.body, null, 2)]),
    ].join('\n'),
  }
  const begun = performance.now()
  try {
    const answer = await fetch(site.apiInternalUrl + address, {
      method: operation.method,
      headers,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await answer.text()
    return {
      ...asked,
      status: answer.status,
      ms: Math.round(performance.now() - begun),
      headers: shownHeaders.flatMap((header) => {
        const value = answer.headers.get(header)
        return value === null ? [] : [`${header}: ${value}`]
      }),
      body: indented(text.slice(0, textMax)),
    }
  } catch (error) {
    return { ...asked, fault: error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable' }
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
