import { readFileSync } from 'node:fs'
import { rateLimits as billing } from '@bollard/billing-service'
import { rateLimits as captcha } from '@bollard/captcha-service'
import { rateLimits as contact } from '@bollard/contact-service'
import type { RateLimit, RateLimits } from '@bollard/http'
import { languages } from '@bollard/i18n'
import { rateLimits as identity } from '@bollard/identity-service'
import { rateLimits as monitoring } from '@bollard/monitoring-service'
import { rateLimits as operations } from '@bollard/operations-service'
import { rateLimits as protection } from '@bollard/protection-service'
import { rateLimits as solution } from '@bollard/solution-service'
import { rateLimits as telemetry } from '@bollard/telemetry-service'
import { expect, test } from 'vitest'

const tables: Readonly<Record<string, RateLimits>> = {
  identity,
  solution,
  billing,
  captcha,
  monitoring,
  protection,
  contact,
  telemetry,
  operations,
}

interface Wording {
  readonly subjects: Readonly<Record<RateLimit['per'], string>>
  readonly stores: Readonly<Record<RateLimit['counted'], string>>
  /** One of each unit, and many. */
  readonly units: readonly (readonly [seconds: number, one: string, many: string])[]
  readonly per: string
}
const words: Readonly<Record<'en' | 'de', Wording>> = {
  en: {
    subjects: {
      account: 'account',
      address: 'IP address',
      'account and address': 'account and IP address',
      'e-mail address': 'e-mail address',
      'e-mail address and address': 'e-mail and IP address',
      network: 'network (/24, /48)',
      'network operator': 'network (/16, /32)',
      everybody: 'everyone together',
      solution: 'captcha',
      webhook: 'webhook',
      organization: 'organization',
      invitation: 'invitation',
    },
    stores: { process: 'process', together: 'all processes', database: 'database' },
    units: [
      [86_400, 'day', 'days'],
      [3600, 'hour', 'hours'],
      [60, 'minute', 'minutes'],
      [1, 'second', 'seconds'],
    ],
    per: 'per',
  },
  de: {
    subjects: {
      account: 'Konto',
      address: 'IP-Adresse',
      'account and address': 'Konto und IP-Adresse',
      'e-mail address': 'E-Mail-Adresse',
      'e-mail address and address': 'E-Mail- und IP-Adresse',
      network: 'Netz (/24, /48)',
      'network operator': 'Netz (/16, /32)',
      everybody: 'alle zusammen',
      solution: 'Lösung',
      webhook: 'Webhook',
      organization: 'Organisation',
      invitation: 'Einladung',
    },
    stores: { process: 'Prozess', together: 'alle Prozesse', database: 'Datenbank' },
    units: [
      [86_400, 'Tag', 'Tage'],
      [3600, 'Stunde', 'Stunden'],
      [60, 'Minute', 'Minuten'],
      [1, 'Sekunde', 'Sekunden'],
    ],
    per: 'je',
  },
}

test.each(['en', 'de'] as const)('the manual (%s) lists every rate limit as the services count it', (language) => {
  const { subjects, stores, units, per: each } = words[language]
  const amount = ({ limit, seconds }: RateLimit) => {
    const [size, one, many] = units.find(([unit]) => seconds % unit === 0) ?? [1, '', '']
    return seconds === size ? `${limit} ${each} ${one}` : `${limit} in ${seconds / size} ${many}`
  }
  const expected = Object.entries(tables).flatMap(([service, table]) =>
    Object.entries(table).map(([name, limit]) => [
      `\`${service}.${name}\``,
      subjects[limit.per],
      amount(limit),
      stores[limit.counted],
    ]),
  )
  const rows = rowsOfManual(language)
  expect(rows.map(([, name, , ...rest]) => [name, ...rest.slice(0, -1)])).toEqual(expected)
  expect(rows.filter(([, , what]) => what === '')).toEqual([])
})

test.each(languages.slice(2))('the manual (%s) has the limits of the English one, with their figures', (language) => {
  const figures = (of: string) =>
    rowsOfManual(of).map(([, name, , ...rest]) => [name, ...(rest.join().match(/\d+/gu) ?? [])])
  expect(figures(language)).toEqual(figures('en'))
})

/** The cells of each row about a rate limit. */
function rowsOfManual(language: string): string[][] {
  const manual = readFileSync(new URL(`../content/${language}/docs/operate/settings.mdx`, import.meta.url), 'utf8')
  return manual
    .split('\n')
    .filter((line) =>
      /^\| `(?:identity|solution|billing|captcha|monitoring|protection|contact|telemetry|operations)\./u.test(line),
    )
    .map((line) => line.split('|').map((cell) => cell.trim()))
}
