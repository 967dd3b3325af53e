import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { addressesOfRoles } from '@bollard/database/roles'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import { schemas } from './migrate-every-schema.ts'
import { endOf, freePorts, startProduct } from './testing/start-product.ts'

test(
  'an idle edge, API and worker ask the database for what their role is there for, and nothing else',
  {
    timeout: 180_000,
  },
  async () => {
    const lines: string[] = []
    const postgres = await startTestDatabase({ alone: true, log: (line) => lines.push(line) })
    onTestFinished(() => postgres.stop())
    const owner = await postgres.createDatabase(...schemas)
    const CAPTCHA_SIGNING_KEYS = randomBytes(32).toString('hex')
    const start = async (ROLE: string, settings: Record<string, string>) => {
      const folder = await makeTestFolder()
      onTestFinished(() => folder.remove())
      const product = await startProduct(await freePorts(), join(folder.path, 'data'), {
        ROLE,
        CAPTCHA_SIGNING_KEYS,
        SIGN_UP_CAPTCHA: 'false',
        ...settings,
      })
      onTestFinished(async () => {
        product.supervisor.kill('SIGTERM')
        await endOf(product.supervisor)
      })
      return product
    }
    const edgeUrl = addressesOfRoles(owner, 'the server does not check').bollard_edge
    const products = await Promise.all([
      start('api', { DATABASE_URL: owner, INTERNAL_SECRET: 'i'.repeat(32) }),
      start('worker', { DATABASE_URL: owner }),
      start('edge', { EDGE_DATABASE_URL: edgeUrl }),
    ])
    const begun = lines.length
    /** Names of statements by the end of the name of their application. */
    const asked = (whose: string) =>
      new Set(
        lines.slice(begun).flatMap((line) => {
          const [, application, name] = /^([^|]*)\|[^|]*\|LOG: {2}execute ([a-z][a-z0-9-]+): /u.exec(line) ?? []
          return name !== undefined && application?.endsWith(whose) === true ? [name] : []
        }),
      )
    // Each has done what it does again and again.
    await expect.poll(() => [...asked('bollard edge')], { timeout: 60_000 }).toContain('captcha-heartbeat')
    await expect
      .poll(() => [...asked('of worker')], { timeout: 60_000 })
      .toEqual(expect.arrayContaining(['captcha-roll-due', 'captcha-plans-changed']))
    await expect.poll(() => [...asked('of api')], { timeout: 60_000 }).toContain('captcha-volume-clock')
    const [edge, api, worker] = [asked('bollard edge'), asked('of api'), asked('of worker')]
    console.log({ edge: [...edge], api: [...api], worker: [...worker] })
    const common = ['captcha-sites-changed', 'operations-flags', 'operations-process-seen']
    expect([...worker].filter((name) => edge.has(name) || api.has(name)).toSorted()).toEqual(common)
    for (const product of products) expect(product.said()).not.toContain('permission denied')
  },
)
