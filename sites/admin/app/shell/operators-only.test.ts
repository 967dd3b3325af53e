import { createServer } from 'node:http'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createLoadContext } from '@bollard/site-kit/entry-server'
import { expect, onTestFinished, test } from 'vitest'
import { loader as entriesFile } from '../audit/entries-file.ts'
import routes from '../routes.ts'
import { action as changeNotice } from '../content/notice.tsx'
import { loader as mailTemplate } from '../mail/template-html.ts'
import { loader as replayFile } from '../telemetry/replay-events.ts'
import { loader as shell } from './shell.tsx'

const user = {
  id: 'u1',
  email: 'olga@example.org',
  givenName: 'Olga',
  emailVerified: true,
  language: 'en',
  timezone: 'UTC',
}
const session = { openedAt: '2026-11-20T14:00:00.000Z', endsAt: '2026-11-20T22:00:00.000Z' }
const changeMode = { reason: 'A customer asked for it', ticket: null, until: '2026-11-20T14:30:00.000Z' }

/** Who asks, and what the services say of them: their account, and the session of this site. */
const people = {
  'an operator in change mode': [
    { ...user, isAdmin: true },
    { ...session, changeMode },
  ],
  'an operator without change mode': [
    { ...user, isAdmin: true },
    { ...session, changeMode: null },
  ],
  'an administrator whose session of the site is not open': [{ ...user, isAdmin: true }, null],
  'an admin of a solution, or a stranger': [{ ...user, isAdmin: false }, null],
  nobody: [null, null],
} as const
type Who = keyof typeof people

/** Services that know one person. */
async function visitAs(who: Who, path: string) {
  const [account, opened] = people[who]
  const server = createServer((request, response) => {
    const refuse = (status: number, code: string) => {
      response.statusCode = status
      return { type: 'about:blank', title: code, status, detail: code, code, requestId: 'r-1' }
    }
    const answer =
      account === null
        ? refuse(401, 'unauthenticated')
        : request.url?.endsWith('/sessions/current')
          ? account
          : opened === null
            ? refuse(403, account.isAdmin ? 'operator-session-needed' : 'forbidden')
            : request.url?.endsWith('/operator-session')
              ? opened
              : { items: [], nextCursor: null, nextFrom: null }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const origin = (port: number) => `http://localhost:${port}`
  const site = {
    name: 'admin' as const,
    urls: {
      website: origin(8080),
      identity: origin(8081),
      dashboard: origin(8082),
      docs: origin(8083),
      admin: origin(8084),
      api: origin(8090),
    },
    apiInternalUrl: `http://127.0.0.1:${address.port}`,
    internalSecret: '',
    secure: false,
  }
  const context = createLoadContext({ site, requestId: 'r-1', clientIp: '203.0.113.7' })
  const request = new Request(`${site.urls.admin}/en/${path}`, { headers: { cookie: 'session=s' } })
  return {
    context,
    request,
    params: {
      language: 'en',
      replayId: '01941f29-7c00-7000-8000-000000000031',
      name: 'verify-email',
      in: 'de',
    },
  } as never
}

/** Where somebody is sent, the status with which they are refused, or 200. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return '200'
  } catch (thrown) {
    if (thrown instanceof Response)
      return `to ${new URL(thrown.headers.get('location') ?? '', 'http://localhost').pathname}`
    return String((thrown as { init?: { status?: number } }).init?.status)
  }
}

const shown: Readonly<Record<Who, [page: string, file: string]>> = {
  'an operator in change mode': ['200', '200'],
  'an operator without change mode': ['200', '200'],
  'an administrator whose session of the site is not open': ['to /en/open', '403'],
  'an admin of a solution, or a stranger': ['403', '403'],
  nobody: ['to /en/sign-in', 'to /en/sign-in'],
}

test.for(Object.keys(shown) as Who[])('%s gets as far as the table says', async (who) => {
  const [page, file] = shown[who]
  expect(await outcomeOf(shell(await visitAs(who, 'inbox')))).toBe(page)
  expect(await outcomeOf(entriesFile(await visitAs(who, 'audit/entries.csv')))).toBe(file)
  expect(await outcomeOf(replayFile(await visitAs(who, 'visits/replays/1/events.json')))).toBe(file)
  expect(await outcomeOf(mailTemplate(await visitAs(who, 'mail/templates/verify-email/html/de')))).toBe(file)
})

test('a change leads back to its page, also where a script sent it', async () => {
  const visit: { request: Request } = await visitAs('an operator in change mode', 'content/notice.data')
  const { url, headers } = visit.request
  const body = new URLSearchParams({ intent: 'end', id: user.id, reason: 'It is over now' })
  const request = new Request(url, { method: 'POST', body, headers })
  expect(await outcomeOf(changeNotice({ ...visit, request } as never))).toBe('to /en/content/notice')
})

test('every page lies in the shell, which asks who comes, but for the entry and the files', () => {
  const outside = (routes as readonly RouteConfigEntry[]).filter(({ file }) => file !== 'shell/shell.tsx')
  expect(outside.map(({ file }) => file).toSorted()).toEqual([
    'advertising/batch-file.ts',
    'audit/entries-file.ts',
    'billing/bookings-file.ts',
    'billing/datev-file.ts',
    'billing/file.ts',
    'entry/open.tsx',
    'entry/sign-out.ts',
    'mail/template-html.ts',
    'partner/document.ts',
    'partner/file.ts',
    'shell/home.ts',
    'shell/language.tsx',
    'shell/not-found.tsx',
    'shell/theme.ts',
    'telemetry/replay-events.ts',
    'users/export-file.ts',
  ])
})
