import type { Route } from '@bollard/contracts'
import type { Belongings } from './kinds.ts'
import { examples, kindsInPath } from './examples.ts'
import type { Person } from './people.ts'
import type { RunningApi } from './start-api.ts'

export interface Answer {
  readonly status: number
  /** Of a problem. */
  readonly code: string | null
  readonly text: string
  readonly headers: Headers
}

/** Makes the example call of a route with the ids of `its`, as somebody or, with null, as nobody; `given` is another body. */
export async function send(
  api: RunningApi,
  route: Route,
  its: Belongings,
  person: Pick<Person, 'cookie'> | null,
  headers: Record<string, string> = {},
  given?: object,
): Promise<Answer> {
  const example = examples[route.id]
  const path = kindsInPath(route).reduce((text, [name, kind]) => text.replace(`{${name}}`, its[kind]), route.path)
  const url = new URL(path, api.url)
  for (const [name, value] of Object.entries(example?.query?.(its) ?? {})) url.searchParams.set(name, value)
  const body = given ?? example?.body?.(its)
  const leave = new AbortController()
  const response = await api.hearing.fetch(url, {
    method: route.method,
    headers: {
      ...(person ? { cookie: person.cookie() } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: leave.signal,
  })
  const endless = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const text = endless ? '' : await response.text()
  if (endless) leave.abort()
  const code = /"code":"([\w-]+)"/u.exec(text)?.[1] ?? null
  return { status: response.status, code: response.status >= 400 ? code : null, text, headers: response.headers }
}

/** The same for many calls in a row: where somebody has made too many in a short time, it lets the time of the services pass. */
export async function sendInTime(...call: Parameters<typeof send>): Promise<Answer> {
  const [api] = call
  for (;;) {
    const askedAt = api.now().getTime()
    const answer = await send(...call)
    const seconds = Number(answer.headers.get('retry-after'))
    if (answer.code !== 'rate-limited' || seconds > 15) return answer
    api.goTo(new Date(askedAt + seconds * 1000))
  }
}

export function isServed({ app }: RunningApi, { method, path }: Route): boolean {
  return app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/gu, ':$1') })
}
