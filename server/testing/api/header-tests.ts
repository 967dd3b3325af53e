import { describe, expect, test } from 'vitest'
import { sessionRoutes } from './examples.ts'
import { send } from './send.ts'
import type { World } from './world.ts'

const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1:1' },
  { 'sec-fetch-site': 'cross-site' },
]

/** Headers of everything that was answered so far, and what pages of somebody else can do. */
export function headerTests(world: () => World): void {
  describe('headers', () => {
    test('no answer to signed-in people may be kept, taken for another type or read by a page of somebody else', () => {
      const answers = world().api.hearing.answers
      expect(answers.length).toBeGreaterThan(sessionRoutes.length)
      const faults = answers.flatMap(({ method, path, status, headers }) => {
        const open = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
        const sealed =
          headers.get('x-content-type-options') === 'nosniff' &&
          headers.get('cache-control')?.includes('no-store') &&
          headers.get('content-security-policy')?.includes("default-src 'none'") &&
          headers.get('referrer-policy') === 'no-referrer' &&
          headers.get('cross-origin-opener-policy') === 'same-origin' &&
          headers.has('permissions-policy')
        return sealed && open.length === 0 ? [] : [`${method} ${path} ${status}: ${JSON.stringify([...headers])}`]
      })
      expect(faults).toEqual([])
    })

    test('every cookie is out of reach of scripts and of calls that other sites begin, and short', () => {
      const cookies = world().api.hearing.answers.flatMap(({ headers }) => headers.getSetCookie())
      expect(cookies.length).toBeGreaterThan(5)
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^bollard\.\w+=[^;]*(?:;|$)/u)
        expect(cookie).toMatch(/; Path=\/(?:;|$)/u)
        expect(cookie).toMatch(/; HttpOnly(?:;|$)/u)
        expect(cookie).toMatch(/; SameSite=(?:Lax|Strict)(?:;|$)/u)
        expect(cookie.length).toBeLessThanOrEqual(4096)
      }
    })

    test(
      'no page of somebody else can make a changing call with the cookie of a visitor, or ask for more',
      { timeout: 60_000 },
      async () => {
        const { api, people, ofAda } = world()
        const changing = sessionRoutes.filter((route) => route.method !== 'GET')
        const passed: string[] = []
        for (const route of changing) {
          for (const headers of foreign) {
            const answer = await send(api, route, ofAda, people.ada, headers)
            if (answer.status !== 403 || answer.code !== 'cross-site-request')
              passed.push(`${route.id} ${JSON.stringify(headers)} ${answer.status}`)
          }
          const asked = { origin: 'https://evil.example', 'access-control-request-method': route.method }
          const preflight = await fetch(new URL(route.path.replaceAll(/\{\w+\}/gu, ofAda.solutionId), api.url), {
            method: 'OPTIONS',
            headers: asked,
          })
          await preflight.text()
          if (preflight.headers.has('access-control-allow-origin'))
            passed.push(`${route.id} OPTIONS ${preflight.status}`)
        }
        expect(changing.length).toBeGreaterThan(60)
        expect(passed).toEqual([])
      },
    )
  })
}
