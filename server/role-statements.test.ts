import { randomBytes } from 'node:crypto'
import { addressesOfRoles } from '@bollard/database/roles'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import type { Task } from './messages.ts'
import { schemas } from './migrate-every-schema.ts'
import { startChild } from './testing/start-child.ts'
import { freePorts } from './testing/start-product.ts'

const hex = () => randomBytes(32).toString('hex')

test(
  'an idle edge, API and worker ask the database for what their role is there for, and nothing else',
  {
    timeout: 300_000,
  },
  async () => {
    const lines: string[] = []
    const postgres = await startTestDatabase({ alone: true, log: (line) => lines.push(line) })
    onTestFinished(() => postgres.stop())
    const owner = await postgres.createDatabase(...schemas)
    const folder = await makeTestFolder()
    onTestFinished(() => folder.remove())
    const secrets = { sessionSecret: hex(), captchaSigningKeys: [hex()], encryptionKey: hex() }
    const databases = addressesOfRoles(owner, secrets.encryptionKey)
    const ports = await freePorts()
    const configOf = (ROLE: string) => {
      const read = readConfig({
        ...ports,
        ROLE,
        DATA_DIR: folder.path,
        DATABASE_URL: owner,
        EDGE_DATABASE_URL: databases.bollard_edge,
        CAPTCHA_SIGNING_KEYS: secrets.captchaSigningKeys[0],
        INTERNAL_SECRET: hex(),
        SIGN_UP_CAPTCHA: 'false',
        // The edge has a port of its own.
        ...(ROLE === 'edge' ? { API_PORT: ports.WEBSITE_PORT, WEBSITE_PORT: ports.API_PORT } : {}),
      })
      if (read.status === 'invalid') throw new Error(read.faults.join('\n'))
      return read.config
    }
    const services = (role: string): Task => ({
      name: 'api',
      config: configOf(role),
      secrets,
      internalSecret: hex(),
      mailboxKey: null,
      databases,
    })
    const edge = { captchaSigningKeys: secrets.captchaSigningKeys, databaseUrl: databases.bollard_edge }
    for (const task of [
      services('api'),
      services('worker'),
      { name: 'edge', config: configOf('edge'), ...edge } as const,
    ]) {
      const child = await startChild(task)
      onTestFinished(() => child.stop())
    }
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
    const patience = { timeout: 60_000 }
    await expect.poll(() => [...asked('bollard edge')], patience).toContain('captcha-heartbeat')
    await expect.poll(() => [...asked('of worker')], patience).toContain('captcha-roll-due')
    await expect.poll(() => [...asked('of api')], patience).toContain('captcha-volume-clock')
    const [ofEdge, ofApi, ofWorker] = [asked('bollard edge'), asked('of api'), asked('of worker')]
    // Its own cache of sites, flags of operators, and the sign of life on the page of the system.
    const ofEveryProcess = ['captcha-sites-changed', 'operations-flags-held', 'operations-process-seen']
    const jobs = ofWorker.difference(new Set(ofEveryProcess))
    expect(jobs.intersection(ofEdge.union(ofApi))).toEqual(new Set())
    // Whoever serves no visitors says nothing that would pass for serving them.
    for (const name of ['captcha-heartbeat', 'captcha-outage-lock'])
      expect([ofApi.has(name), ofWorker.has(name)], name).toEqual([false, false])
    expect(lines.filter((line) => line.includes('permission denied'))).toEqual([])
  },
)
