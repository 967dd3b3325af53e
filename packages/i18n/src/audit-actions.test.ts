import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { readTexts, type TextTree } from './load-texts.ts'

const repository = join(import.meta.dirname, '../../..')

/** A text such as `plan.changed`: a subject and what became of it. */
const coded = /'([a-z][a-z-]+\.[a-z][a-z-]+)'/gu
/** What else looks so: files and domains, permissions, jobs, tables and locks, settings of transactions, and words of other programs. */
const ending = /\.(?:com|de|net|org|io|email|cc|me|dev|la|fr|biz|json|csv|js|txt|ics)$/u
const otherSubjects = /^(?:bollard|captcha|identity|operations|alert|charge|mandate|test-key)\./u
/** Codes that are put together from states. */
const composed = [
  ...['paid', 'overdue', 'uncollectible'].map((state) => `invoice.${state}`),
  ...['pending', 'processing', 'requires-action', 'succeeded', 'failed', 'disputed', 'refunded'].map(
    (state) => `payment.${state}`,
  ),
  ...['monitoring-key', 'probe'].map((kind) => `${kind}.revoked`),
]

test.for(languages)(
  'every action that a service writes into the audit log has words in %s, and nothing else has',
  (language) => {
    const words = readTexts('admin', language)['audit']
    const actions = typeof words === 'object' ? words['actions'] : undefined
    expect(pathsOf(actions ?? {}).toSorted()).toEqual(actionsInCode())
  },
)

function actionsInCode(): string[] {
  const permissions = new Set(sources('packages/contracts/src', /-policy\.ts$/u).flatMap(codesOf))
  const codes = sources('services', /(?<!\.test)\.ts$/u)
    .flatMap(codesOf)
    .filter((code) => !permissions.has(code) && !ending.test(code) && !otherSubjects.test(code))
  return [...new Set([...codes, ...composed])].toSorted()
}

const codesOf = (source: string): string[] => [...source.matchAll(coded)].map(([, code = '']) => code)

function sources(folder: string, name: RegExp): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path) && !/node_modules|[\\/](?:testing|generated)[\\/]/u.test(path))
    .map((path) => readFileSync(join(repository, folder, path), 'utf8'))
}

function pathsOf(tree: TextTree | string): string[] {
  if (typeof tree === 'string') return []
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [key] : pathsOf(value).map((rest) => `${key}.${rest}`),
  )
}
