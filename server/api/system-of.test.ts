import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Counter, Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { figuresOf, nothingRead, readCertificates, release, shownSettings } from './system-of.ts'

const secret = 'f'.repeat(64)
const given = {
  SESSION_SECRET: secret,
  INTERNAL_SECRET: secret,
  ENCRYPTION_KEY: secret,
  CAPTCHA_SIGNING_KEYS: secret,
  DATABASE_URL: `postgres://bollard:${secret}@db.example/bollard`,
  EDGE_DATABASE_URL: `postgres://edge:${secret}@db.example/bollard`,
  SMTP_URL: `smtps://bollard:${secret}@mail.example`,
  STRIPE_SECRET_KEY: secret,
  STRIPE_WEBHOOK_SECRET: secret,
  WEBSITE_SITE_KEY: `bsk_${'A'.repeat(22)}`,
  WEBSITE_SECRET_KEY: `bsec_${secret}`,
  IDENTITY_SITE_KEY: `bsk_${'B'.repeat(22)}`,
  IDENTITY_SECRET_KEY: `bsec_${secret}`,
  STATUS_PAGE_URL: `https://operator:${secret}@status.example/`,
  SIGN_UPS_PER_HOUR: '9',
}

test('settings are shown without a single secret, and say what differs from its default', () => {
  const result = readConfig(given)
  if (result.status === 'invalid') throw new Error(result.faults.join('\n'))
  const shown = new Map(shownSettings(result.config).map((one) => [one.name, one]))
  expect(JSON.stringify([...shown.values()])).not.toContain(secret)
  expect(shown.get('SMTP_URL')).toEqual({ name: 'SMTP_URL', value: null, secret: true, changed: true })
  expect(shown.get('WEBSITE_SITE_KEY')?.value).toBe(given.WEBSITE_SITE_KEY)
  expect(shown.get('SIGN_UPS_PER_HOUR')).toMatchObject({ value: '9', secret: false, changed: true })
  expect(shown.get('LOG_LEVEL')).toMatchObject({ value: 'warn', changed: false })
  expect(release).toMatch(/^\d+\.\d+\.\d+/u)
})

test('a certificate that cannot be read shows as such, and the page comes all the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bollard-certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'cert.pem')
  writeFileSync(file, 'no certificate')
  expect(await readCertificates({ TLS_CERT_FILE: file })).toEqual([{ file, subject: null, expiresAt: null }])
  expect(await readCertificates({ TLS_CERT_FILE: undefined })).toEqual([])
})

test('figures are those of the process, and there are none before it serves calls', async () => {
  const registry = new Registry()
  new Counter({ name: 'bollard_example_total', help: 'Examples', labelNames: ['kind'], registers: [registry] }).inc(
    { kind: 'one' },
    3,
  )
  const { items } = await figuresOf(registry, new Date('2026-11-21T12:00:00Z'))
  expect(items).toEqual([
    {
      name: 'bollard_example_total',
      help: 'Examples',
      kind: 'counter',
      samples: [{ name: 'bollard_example_total', labels: { kind: 'one' }, value: 3 }],
    },
  ])
  await expect(nothingRead.readFigures()).rejects.toThrow(expect.objectContaining({ code: 'unavailable' }))
})
