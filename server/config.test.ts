import { readFileSync } from 'node:fs'
import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { listSettings, readConfig } from './config.ts'
import { describeSettings } from './describe-settings.ts'
import { roleNeeds } from './role-needs.ts'

const key = 'ab'.repeat(32)

function valid(environment: Record<string, string>) {
  const result = readConfig(environment)
  if (result.status === 'invalid') throw new Error(result.faults.join('\n'))
  return result.config
}

function faults(environment: Record<string, string>): readonly string[] {
  const result = readConfig(environment)
  return result.status === 'invalid' ? result.faults : []
}

test('everything has a default that works on one machine', () => {
  expect(valid({})).toMatchObject({
    ROLE: 'all',
    WEBSITE_URL: 'http://localhost:8080',
    API_URL: 'http://localhost:8090',
    API_INTERNAL_URL: 'http://localhost:8090',
  })
})

test('addresses follow host and port unless they are given', () => {
  expect(valid({ HOST: '0.0.0.0', API_PORT: '9000', NODE_ENV: 'development' })).toMatchObject({
    API_URL: 'http://localhost:9000',
  })
  expect(valid({ HOST: '::1' }).WEBSITE_URL).toBe('http://[::1]:8080')
  expect(valid({ API_URL: 'https://api.example.org/' })).toMatchObject({
    API_URL: 'https://api.example.org',
    API_INTERNAL_URL: 'http://localhost:8090',
  })
})

test('all faults are told together, also those between settings', () => {
  const found = faults({
    API_PORT: 'many',
    DATABASE_URL: 'mysql://x',
    ROLE: 'half',
    IDENTITY_PORT: '8080',
    TRUSTED_PROXIES: 'proxy',
    SESSION_SECRET: 'short',
  })
  for (const name of ['API_PORT', 'DATABASE_URL', 'ROLE', 'IDENTITY_PORT', 'TRUSTED_PROXIES', 'SESSION_SECRET']) {
    expect(found.filter((fault) => fault.startsWith(`${name}: `))).toHaveLength(1)
  }
})

test('a certificate needs its key, and then the API and all sites are reached over https', () => {
  expect(faults({ TLS_CERT_FILE: 'chain.pem' })[0]).toContain('TLS_KEY_FILE')
  expect(faults({ TLS_KEY_FILE: 'key.pem' })[0]).toContain('TLS_CERT_FILE')
  const tls = { TLS_CERT_FILE: 'chain.pem', TLS_KEY_FILE: 'key.pem' }
  const config = valid({ ...tls, API_URL: 'https://api.example.org' })
  expect(config.DASHBOARD_URL).toBe('https://localhost:8082')
  expect(faults({ ...tls, DOCS_URL: 'http://docs.example.org' })[0]).toContain('DOCS_URL: must start with https:')
  expect([config.API_URL, config.API_INTERNAL_URL]).toEqual(['https://api.example.org', 'https://api.example.org'])
})

test('a certificate under an address without TLS, and a network that is none, are refused', () => {
  expect(faults({ TLS_CERT_FILE: 'a', TLS_KEY_FILE: 'b', API_URL: 'http://x.example' })[0]).toContain('API_URL')
  for (const proxies of ['10.0.0.0/99', '::1/129', '10.0.0.1/8/8', '10.0.0.0/'])
    expect(faults({ TRUSTED_PROXIES: proxies })[0]).toContain('TRUSTED_PROXIES')
  expect(valid({ TRUSTED_PROXIES: '10.0.0.0/8,::1/128,192.0.2.1' }).TRUSTED_PROXIES).toHaveLength(3)
})

test('an empty variable counts as not set, and foreign variables are ignored', () => {
  expect(valid({ API_PORT: '', PATH: '/bin', DATABASE_URL: '' })).toMatchObject({ API_PORT: 8090 })
})

test('production refuses to make up secrets', () => {
  expect(faults({ NODE_ENV: 'production' }).map((fault) => fault.split(':')[0])).toEqual([
    'SESSION_SECRET',
    'ENCRYPTION_KEY',
    'CAPTCHA_SIGNING_KEYS',
  ])
  const secrets = { SESSION_SECRET: 's'.repeat(32), ENCRYPTION_KEY: key, CAPTCHA_SIGNING_KEYS: `${key},${key}` }
  expect(valid({ NODE_ENV: 'production', ...secrets }).CAPTCHA_SIGNING_KEYS).toEqual([key, key])
})

test('a machine that answers widgets alone needs no secret of anybody else', () => {
  const edge = { ROLE: 'edge', EDGE_DATABASE_URL: 'postgresql://x', CAPTCHA_SIGNING_KEYS: key }
  expect(faults({ NODE_ENV: 'production', HOST: '0.0.0.0', ...edge })).toEqual([])
})

test('each role starts with the settings that the help says it needs, and without any of them it says which', () => {
  const value: Readonly<Record<string, string>> = {
    EDGE_DATABASE_URL: 'postgresql://x',
    DATABASE_URL: 'postgresql://x',
    CAPTCHA_SIGNING_KEYS: key,
    ENCRYPTION_KEY: key,
    SESSION_SECRET: 's'.repeat(32),
    INTERNAL_SECRET: 'i'.repeat(32),
    IDENTITY_SITE_KEY: `bsk_${'a'.repeat(22)}`,
    IDENTITY_SECRET_KEY: 'bsec_a',
    WEBSITE_SITE_KEY: `bsk_${'b'.repeat(22)}`,
    WEBSITE_SECRET_KEY: 'bsec_b',
    SMTP_URL: 'smtp://mail.example.org',
    PROBE_TOKEN: `bmp_${'a'.repeat(43)}`,
    API_URL: 'https://captcha.example.org',
    GATEWAY_FILE: '/etc/bollard/gateway.yaml',
  }
  // The keys of a captcha come together.
  const twin = (name: string) => (name.endsWith('SITE_KEY') ? [name, name.replace('_SITE_KEY', '_SECRET_KEY')] : [name])
  const sites = {
    IDENTITY_URL: 'https://id.example.org',
    DASHBOARD_URL: 'https://app.example.org',
    COOKIE_DOMAIN: 'example.org',
  }
  for (const [ROLE, { needs, inProduction }] of Object.entries(roleNeeds))
    for (const NODE_ENV of ['development', 'production']) {
      const wanted = [...needs, ...(NODE_ENV === 'production' ? inProduction : [])]
      const environment = Object.fromEntries(wanted.flatMap(twin).map((name) => [name, value[name]]))
      expect(faults({ ROLE, NODE_ENV, ...sites, ...environment }), `${ROLE} in ${NODE_ENV}`).toEqual([])
      for (const name of wanted) {
        const lacking = Object.fromEntries(Object.entries(environment).filter(([one]) => !twin(name).includes(one)))
        expect(
          faults({ ROLE, NODE_ENV, ...sites, ...lacking }).map((fault) => fault.split(':')[0]),
          `${ROLE} without ${name}`,
        ).toContain(name)
      }
    }
})

test('a pool of connections is large enough for every kind of work, and a standby has a server that it follows', () => {
  for (const DATABASE_POOL of ['9', '201', 'many', '10.5'])
    expect(faults({ DATABASE_POOL })).toEqual([expect.stringMatching(/^DATABASE_POOL: /u)])
  expect(valid({ DATABASE_POOL: '10' })).toMatchObject({ DATABASE_POOL: 10 })
  expect(faults({ DATABASE_READ_URL: 'postgresql://standby' })).toEqual([
    'DATABASE_READ_URL: needs DATABASE_URL, the server that it follows',
  ])
  expect(faults({ DATABASE_READ_URL: 'standby', DATABASE_URL: 'postgresql://x' })[0]).toMatch(/^DATABASE_READ_URL: /u)
  expect(faults({ DATABASE_READ_URL: 'postgresql://standby', DATABASE_URL: 'postgresql://x' })).toEqual([])
})

test('where other machines may connect, NODE_ENV must be set', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'bollard.example.org', '128.0.0.1', 'localhost.example.org'])
    expect(faults({ HOST: host }), host).toEqual([
      expect.stringMatching(/^NODE_ENV: .* accepts connections from other machines.*production/u),
    ])
  for (const host of ['localhost', '127.0.0.1', '127.8.9.1', '::1']) expect(faults({ HOST: host }), host).toEqual([])
  expect(faults({ HOST: '0.0.0.0', NODE_ENV: '' })).toHaveLength(1)
  expect(faults({ HOST: '0.0.0.0', NODE_ENV: 'development' })).toEqual([])
  // What listens nowhere.
  expect(faults({ HOST: '0.0.0.0', ROLE: 'worker', DATABASE_URL: 'postgresql://x' })).toEqual([])
})

test('a part of the program needs what the whole would have made', () => {
  expect(faults({ ROLE: 'worker' })[0]).toContain('DATABASE_URL')
  expect(faults({ ROLE: 'edge', DATABASE_URL: 'postgresql://x' }).map((fault) => fault.split(':')[0])).toEqual([
    'EDGE_DATABASE_URL',
    'CAPTCHA_SIGNING_KEYS',
  ])
  expect(faults({ ROLE: 'sites' }).map((fault) => fault.split(':')[0])).toEqual([
    'IDENTITY_SITE_KEY',
    'WEBSITE_SITE_KEY',
    'INTERNAL_SECRET',
  ])
  expect(faults({ ROLE: 'sites', SIGN_UP_CAPTCHA: 'false' }).map((fault) => fault.split(':')[0])).toEqual([
    'WEBSITE_SITE_KEY',
    'INTERNAL_SECRET',
  ])
  expect(faults({ ROLE: 'probe' }).map((fault) => fault.split(':')[0])).toEqual(['PROBE_TOKEN', 'API_URL'])
  const probe = { ROLE: 'probe', PROBE_TOKEN: `bmp_${'a'.repeat(43)}`, HOST: '0.0.0.0' }
  expect(faults({ ...probe, API_URL: 'http://captcha.example.org' })[0]).toContain('must start with https:')
  expect(faults({ ...probe, API_URL: 'https://captcha.example.org' })).toEqual([])
  expect(faults({ ...probe, API_URL: 'http://127.0.0.1:8090' })).toEqual([])
  expect(faults({ ROLE: 'gateway', HOST: '0.0.0.0' })[0]).toContain('GATEWAY_FILE: required')
  expect(faults({ ROLE: 'gateway', HOST: '0.0.0.0', GATEWAY_FILE: '/etc/bollard/gateway.yaml' })).toEqual([])
  expect(faults({ IDENTITY_SITE_KEY: `bsk_${'a'.repeat(22)}` })[0]).toContain('IDENTITY_SECRET_KEY')
  expect(faults({ STRIPE_SECRET_KEY: 'sk_test' })[0]).toContain('STRIPE_WEBHOOK_SECRET')
  expect(faults({ WEBSITE_SITE_KEY: `bsk_${'a'.repeat(22)}` })[0]).toContain('WEBSITE_SECRET_KEY')
})

test('the help names every setting with its default and its meaning', () => {
  const help = describeSettings()
  for (const setting of listSettings()) {
    expect(setting.meaning).not.toBe('')
    expect(help).toContain(setting.name)
    expect(help).toContain(setting.meaning)
  }
  expect(help).toContain('8090')
})

test('addresses between which nobody could sign in are refused', () => {
  const apart = { IDENTITY_URL: 'https://id.example.org', DASHBOARD_URL: 'https://app.example.org' }
  expect(faults(apart).map((fault) => fault.split(':')[0])).toEqual(['COOKIE_DOMAIN'])
  expect(faults({ ...apart, COOKIE_DOMAIN: 'example.com' }).map((fault) => fault.split(':')[0])).toEqual([
    'COOKIE_DOMAIN',
  ])
  expect(faults({ ...apart, COOKIE_DOMAIN: 'ample.org' })).toHaveLength(1)
  expect(faults({ ...apart, COOKIE_DOMAIN: 'example.org' })).toEqual([])
  const production = {
    NODE_ENV: 'production',
    SESSION_SECRET: 's'.repeat(32),
    CAPTCHA_SIGNING_KEYS: key,
    ENCRYPTION_KEY: key,
    ...apart,
    COOKIE_DOMAIN: 'example.org',
  }
  expect(faults(production).map((fault) => fault.split(':')[0])).toEqual(['SMTP_URL'])
  expect(faults({ ...production, SMTP_URL: 'smtp://mail.example.org' })).toEqual([])
})

test('the help that is shown before anything is installed is that of the schema; repair it with `npm test -- server/config -u`', async () => {
  await expect(`${describeSettings()}\n`).toMatchFileSnapshot('./help.txt')
})

test('backups need a target, a key and the keys of a bucket, and are of the built-in database alone', () => {
  const target = { BACKUP_TARGET: 'file:///mnt/backup', BACKUP_KEY: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` }
  expect(valid(target)).toMatchObject({ BACKUP_KEEP: '7 daily, 4 weekly', BACKUP_AT: '03:00' })
  const wrong: [Record<string, string>, string][] = [
    [{ BACKUP_TARGET: target.BACKUP_TARGET }, 'BACKUP_KEY: required'],
    [{ ...target, BACKUP_TARGET: '/mnt/backup' }, 'BACKUP_TARGET: '],
    [{ ...target, BACKUP_KEY: 'ab'.repeat(32) }, 'BACKUP_KEY: '],
    [{ ...target, BACKUP_KEEP: 'all' }, 'BACKUP_KEEP: '],
    [{ ...target, BACKUP_AT: '24:00' }, 'BACKUP_AT: '],
    [{ ...target, BACKUP_S3_ENDPOINT: 'storage' }, 'BACKUP_S3_ENDPOINT: '],
    [{ ARCHIVE_URL: '/mnt/archive' }, 'ARCHIVE_URL: '],
    [{ ARCHIVE_DAYS: '-1' }, 'ARCHIVE_DAYS: '],
    [{ ARCHIVE_URL: 's3://bucket', ARCHIVE_S3_SECRET_ACCESS_KEY: 'x' }, 'ARCHIVE_S3_ACCESS_KEY_ID: '],
    [{ ARCHIVE_URL: 's3://bucket', ARCHIVE_S3_ACCESS_KEY_ID: 'x' }, 'ARCHIVE_S3_SECRET_ACCESS_KEY: '],
    [{ ...target, BACKUP_TARGET: 's3://bucket', BACKUP_S3_SECRET_ACCESS_KEY: 'x' }, 'BACKUP_S3_ACCESS_KEY_ID: '],
    [{ ...target, BACKUP_TARGET: 's3://bucket', BACKUP_S3_ACCESS_KEY_ID: 'x' }, 'BACKUP_S3_SECRET_ACCESS_KEY: '],
    [{ ...target, DATABASE_URL: 'postgres://db.example/x' }, 'BACKUP_TARGET: '],
  ]
  for (const [environment, fault] of wrong) expect(faults(environment)).toContainEqual(expect.stringContaining(fault))
})

test('figures leave the machine with a token alone', () => {
  expect(valid({})).toMatchObject({ METRICS_HOST: '127.0.0.1' })
  expect(valid({})).not.toHaveProperty('METRICS_TOKEN')
  for (const METRICS_HOST of ['0.0.0.0', '::', 'metrics.example.org', '127.0.0.1.example.org'])
    expect(faults({ METRICS_HOST })).toEqual([
      expect.stringMatching(/^METRICS_TOKEN: required, because METRICS_HOST=/u),
    ])
  expect(faults({ METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'short' })).toContainEqual(
    expect.stringMatching(/^METRICS_TOKEN: /u),
  )
  expect(faults({ METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'ab'.repeat(16) })).toEqual([])
  expect(faults({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' })).toHaveLength(1)
  expect(faults({ OTEL_TRACES_SAMPLER_ARG: '2' })).toHaveLength(1)
})

test('the browser of monitoring is a program that this user may run', () => {
  expect(valid({ MONITORING_BROWSER: '/bin/sh' }).MONITORING_BROWSER).toBe('/bin/sh')
  for (const path of ['/bin', '/etc/passwd', '/nowhere/chromium', 'chromium'])
    expect(faults({ MONITORING_BROWSER: path })).toEqual([
      'MONITORING_BROWSER: needs the path of a program that this user may run, such as /usr/bin/chromium',
    ])
})

test.each(languages)('the manual in %s names every setting', (language) => {
  const page = new URL(`../content/${language}/docs/operate/settings.mdx`, import.meta.url)
  // Also with the value that is recommended, such as `CONSENT=strict`.
  const named = new Set(Array.from(readFileSync(page, 'utf8').matchAll(/`([A-Z][A-Z0-9_]+)[`=]/gu), ([, name]) => name))
  expect(listSettings().flatMap(({ name }) => (named.has(name) ? [] : [name]))).toEqual([])
})
