import { compatOperations, routeTables } from '@bollard/contracts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { World } from './world.ts'

const documentSchema = z.object({
  info: z.object({
    contact: z.object({ name: z.string(), email: z.string() }),
    license: z.object({ name: z.string() }),
  }),
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
})

/** Mounted, and no call of the API: what browsers load, what links in mails lead to, and what probes ask. */
const undescribed = new Set([
  'GET /openapi.json',
  'GET /third-party-licenses.txt',
  'GET /bom.cdx.json',
  'GET /widget.js',
  'GET /recaptcha/api.js',
  'GET /recaptcha/enterprise.js',
  'GET /recaptcha/api/fallback',
  'GET /hcaptcha/1/api.js',
  'GET /hcaptcha/api.js',
  'GET /turnstile/v0/api.js',
  'GET /friendly-captcha/site.min.js',
  'GET /trustcaptcha/trustcaptcha.esm.min.js',
  'GET /identity/v1/unsubscriptions',
  'GET /captcha/v1/alert-addresses/unsubscriptions',
  'GET /monitoring/v1/status-subscriptions/:/end',
  'GET /monitoring/v1/alert-addresses/unsubscriptions',
  'POST /monitoring/v1/probe/assignments',
  'POST /monitoring/v1/probe/results',
  'POST /protection/v1/forward-auth',
  'PUT /protection/v1/forward-auth',
  'PATCH /protection/v1/forward-auth',
  'DELETE /protection/v1/forward-auth',
  'OPTIONS /protection/v1/forward-auth',
])

/** `POST /a/{b}` as the router writes it; addresses with a slash behind them are the same call. */
const plain = (path: string) => path.replaceAll(/\{\w+\}/gu, ':').replaceAll(/:\w+/gu, ':')

/** The published description beside what is mounted. */
export function descriptionTests(world: () => World): void {
  describe('the description', () => {
    const read = async () => documentSchema.parse(await (await fetch(`${world().api.url}/openapi.json`)).json())
    const operationsOf = ({ paths }: z.infer<typeof documentSchema>) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )

    test('names whom to write to, and describes every call of the contracts and of other captchas', async () => {
      const document = await read()
      expect(document.info.contact).toEqual({ name: 'Example Operator GmbH', email: 'billing@operator.example' })
      const routes = routeTables.flatMap((table) => Object.values(table))
      expect(operationsOf(document).toSorted()).toEqual(
        [...routes, ...compatOperations].map(({ method, path }) => `${method} ${path}`).toSorted(),
      )
    })

    test('has every call that is mounted, and nothing that is not', async () => {
      const described = new Set(operationsOf(await read()).map(plain))
      const mounted = world().api.mounted.map(plain)
      // TrustCaptcha's addresses are mounted as all that lies below them.
      const below = mounted.filter((call) => call.endsWith('*')).map((call) => call.slice(0, -1))
      const others = mounted.filter(
        (call) =>
          !/^(?:HEAD|OPTIONS) /u.test(call) && !described.has(call.replace(/\/$/u, '')) && !undescribed.has(call),
      )
      // What is left are other methods where clients of other captchas ask, which are refused in their words.
      const statuses = others.map(async (call) => {
        const [method = '', path = ''] = call.split(' ')
        const { status } = await fetch(world().api.url + path.replaceAll(':', 'x').replace('*', 'x/results'), {
          method,
          redirect: 'manual',
        })
        return { call, status }
      })
      const answered = (await Promise.all(statuses)).filter(
        ({ call, status }) => status !== 405 && !(call.startsWith('GET ') && below.includes(call.slice(0, -1))),
      )
      expect(answered).toEqual([])
      const dead = [...described].filter(
        (call) => !mounted.includes(call) && !below.some((start) => call.startsWith(start)),
      )
      expect(dead).toEqual([])
    })
  })
}
