import { globSync, readFileSync } from 'node:fs'
import { runs, seed } from '@bollard/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue, type Code } from '../catalogue.ts'
import type { MailResolver } from '../email/find-mail.ts'
import { anyText } from '../testing/any-text.ts'
import { createSpamFilter } from '../text/spam-filter.ts'
import { describeFinding, found } from '../verdict.ts'
import { type FieldRule, judgeField, judgeForm } from './judge-form.ts'

const now = () => new Date('2026-11-27T12:00:00Z')
const resolver: MailResolver = {
  resolveMx: async () => [{ exchange: 'mx.shop.example', priority: 5 }],
  resolveAddresses: async () => [],
}
const rules: Record<string, FieldRule> = {
  email: { kind: 'EMAIL', resolver },
  phone: { kind: 'PHONE', country: 'DE', now, isOptional: true },
  iban: { kind: 'IBAN', isOptional: true },
  vat: { kind: 'VAT_ID', isOptional: true },
  page: { kind: 'URL', isOptional: true },
  message: { kind: 'TEXT', scripts: ['Latin'], languages: ['en'], personalData: 'FLAG', isOptional: true },
}
const good = { email: 'ada@shop.example', phone: '030 1234567', message: 'When does the blue jacket arrive?' }

describe('a form', () => {
  it('passes with good values, and each field tells its own', async () => {
    expect(await judgeForm(good, rules)).toMatchObject({
      outcome: 'PASS',
      weight: 0,
      fields: { email: { normalized: 'ada@shop.example' }, phone: { normalized: '+49301234567' } },
    })
  })

  it('is as good as its worst field, and weighs what all found together', async () => {
    const flagged = await judgeForm({ ...good, message: 'Card 4111 1111 1111 1111, see https://bit.ly/x' }, rules)
    expect([flagged.outcome, flagged.weight]).toEqual(['FLAG', 45])
    const failed = await judgeForm({ ...good, iban: 'DE00', page: 'javascript:x' }, rules)
    expect([failed.outcome, failed.weight]).toEqual(['FAIL', 100])
  })

  it.each([
    [{}, 'value-missing'],
    [{ email: '' }, 'value-missing'],
    [{ email: null }, 'value-missing'],
    [{ email: ['ada@shop.example'] }, 'value-not-text'],
    [{ email: { toString: () => 'ada@shop.example' } }, 'value-not-text'],
    [Object.create({ email: 'ada@shop.example' }), 'value-missing'],
  ])('needs a text where it has %j', async (values: Record<string, unknown>, code) => {
    expect((await judgeForm(values, rules)).fields['email']).toMatchObject({ outcome: 'FAIL', findings: [{ code }] })
  })

  it('takes spaces around a value for nothing, and spaces alone for an empty field', async () => {
    const spaced = Object.fromEntries(
      Object.entries(good).map(([name, value]) => [name, typeof value === 'string' ? ` ${value}\n` : value]),
    )
    expect((await judgeForm(spaced, rules)).outcome).toBe((await judgeForm(good, rules)).outcome)
    for (const kind of ['EMAIL', 'IBAN', 'VAT_ID', 'URL', 'TEXT'] as const) {
      const codes = async (isOptional: boolean) =>
        (await judgeField(' \u00a0\n', { kind, isOptional })).findings.map(({ code }) => code)
      expect([await codes(false), await codes(true)]).toEqual([['value-missing'], []])
    }
  })

  it('never waits longer than its budget, and holds nothing against the visitor that it could not ask', async () => {
    const hanging: MailResolver = { ...resolver, resolveMx: () => new Promise(() => undefined) }
    const slow = await judgeForm(good, { ...rules, email: { kind: 'EMAIL', resolver: hanging } }, { budgetMs: 20 })
    expect([slow.outcome, slow.weight, slow.fields['email']?.findings[0]?.code]).toEqual([
      'UNKNOWN',
      0,
      'field-not-in-time',
    ])
    expect(slow.fields['phone']?.outcome).toBe('PASS')
    const throwing = {
      kind: 'TEXT',
      duplicates: { key: 'k', count: async () => Promise.reject(new Error('down')) },
    } as const
    const failed = await judgeForm({ text: 'one two three four five six seven eight nine' }, { text: throwing })
    expect(failed.fields['text']?.findings[0]?.code).toBe('field-not-judged')
    expect(failed.outcome).toBe('UNKNOWN')
  })

  it('asks about all fields at once', async () => {
    const order: string[] = []
    const both = Promise.withResolvers<void>()
    const asking = (name: string): MailResolver => ({
      ...resolver,
      resolveMx: async () => {
        order.push(name)
        if (order.length === 2) both.resolve()
        await both.promise
        return []
      },
      resolveAddresses: async () => ['192.0.2.1'],
    })
    const email = (name: string): FieldRule => ({ kind: 'EMAIL', resolver: asking(name) })
    const values = { one: good.email, other: good.email }
    expect((await judgeForm(values, { one: email('one'), other: email('other') })).outcome).toBe('PASS')
  })

  it('flags what a text hides, repeats, or has in common with what the owner marked as spam', async () => {
    const spam = createSpamFilter('key')
    for (let time = 0; time < 10; time += 1) {
      spam.learn(`cheap backlinks rank your website ${time}`, 'SPAM')
      spam.learn(`my order has not arrived ${time}`, 'HAM')
    }
    const message: FieldRule = { kind: 'TEXT', spam, duplicates: { key: 'key', count: async () => 4 } }
    const text = 'Cheap back\u200blinks, which rank your website and cost you nothing at all'
    const { fields } = await judgeForm({ message: text }, { message })
    expect(fields['message']?.findings.map(({ code }) => code)).toEqual([
      'text-hidden-letters',
      'text-spam',
      'text-near-duplicate',
    ])
    expect((await judgeForm({ message: 'x'.repeat(1e6) }, { message })).fields['message']?.findings[0]?.code).toBe(
      'value-cut',
    )
  })

  it('finds what stands in the middle of 100,000 characters, and flags or refuses what is longer', async () => {
    const spam = createSpamFilter('key')
    for (let time = 0; time < 10; time += 1) {
      spam.learn(`cheap backlinks rank your website ${time}`, 'SPAM')
      spam.learn(`my order has not arrived ${time}`, 'HAM')
    }
    const message: FieldRule = { kind: 'TEXT', spam, personalData: 'FLAG', linksMax: Infinity }
    const padding = 'lorem ipsum '.repeat(4_000)
    const hidden = 'cheap back\u200blinks rank your website, раypal https://pаypal.com/ DE89370400440532013000'
    const { fields } = await judgeForm({ message: `${padding}${hidden} ${padding}` }, { message })
    expect(fields['message']?.findings.map(({ code }) => code)).toEqual([
      'text-hidden-letters',
      'text-look-alike-letters',
      'host-mixed-scripts',
      'text-personal-data',
      'text-spam',
    ])
    const long = `${'lorem ipsum '.repeat(9_000)}${hidden}`
    expect((await judgeForm({ message: long }, { message })).outcome).toBe('FLAG')
    expect(await judgeForm({ message: long }, { message: { ...message, refusesLong: true } })).toMatchObject({
      outcome: 'FAIL',
      fields: { message: { findings: [{ code: 'value-too-long', detail: { max: 100_000 } }] } },
    })
    // A letter that Unicode composes of eighteen does not push the rest out unseen.
    const { fields: composed } = await judgeForm({ message: `${'\ufdfa'.repeat(10_000)}${hidden}` }, { message })
    expect(composed['message']?.findings[0]?.code).toBe('value-cut')
  })

  it('shares what is looked at among its texts, and sees a short one whole beside long ones', async () => {
    const text: FieldRule = { kind: 'TEXT', linksMax: Infinity }
    const padding = 'lorem ipsum '.repeat(9_000)
    const values = { one: padding, short: 'Please have a look at https://bit.ly/x', other: padding, third: padding }
    const verdict = await judgeForm(values, {
      one: text,
      short: text,
      other: text,
      third: { ...text, refusesLong: true },
    })
    const looked = Math.floor((120_000 - values.short.length) / 3)
    expect(verdict.textMax).toBe(looked)
    expect(
      Object.values(verdict.fields).map(({ findings }) => findings.map(({ code, detail }) => [code, detail])),
    ).toEqual([
      [['value-cut', { looked }]],
      [['url-shortener', { host: 'bit.ly' }]],
      [['value-cut', { looked }]],
      [['value-too-long', { max: looked }]],
    ])
    expect((await judgeForm({ one: padding.slice(0, 100_000) }, { one: text })).outcome).toBe('PASS')
  })

  it('is judged by what its texts show also where others are late or fail', async () => {
    const spammy = 'one two three four five six seven eight nine https://bit.ly/x'
    const counts = [() => new Promise<number>(() => undefined), async () => Promise.reject(new Error('down'))]
    const judged = counts.map(async (count) => {
      const rule: FieldRule = { kind: 'TEXT', duplicates: { key: 'k', count } }
      return (await judgeForm({ text: spammy }, { text: rule }, { budgetMs: 1 })).fields['text']
    })
    expect((await Promise.all(judged)).map((one) => [one?.outcome, one?.findings.map(({ code }) => code)])).toEqual([
      ['FLAG', ['url-shortener', 'field-not-in-time']],
      ['FLAG', ['url-shortener', 'field-not-judged']],
    ])
  })

  // Letters that all differ are the dearest: each pair of them is a word to hash.
  const letters = (count: number) =>
    Array.from({ length: count }, (_one, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join('')
  const marks = `a${'\u0300\u0327'.repeat(50_000)}`
  it.each([
    ['fields of Han letters', Array.from({ length: 7 }, () => letters(100_000)), 60],
    ['marks on one letter, which take squared time to sort', [marks, marks], 6],
    ['addresses', ['1.1.1.1 a@b.de +4930123456 '.repeat(3_700)], 10],
  ])('never keeps the process from others for long: %s', async (_what, texts, turnsMin) => {
    const spam = createSpamFilter('key')
    for (let time = 0; time < 10; time += 1) {
      spam.learn(`cheap backlinks rank your website ${time}`, 'SPAM')
      spam.learn(`my order has not arrived ${time}`, 'HAM')
    }
    const rule: FieldRule = {
      kind: 'TEXT',
      scripts: ['Latin'],
      languages: ['en'],
      personalData: 'FLAG',
      spam,
      duplicates: { key: 'key', count: async () => 0 },
    }
    let turns = 0
    let isJudged = false
    const count = () => {
      turns += 1
      if (!isJudged) setImmediate(count)
    }
    count()
    const begun = process.cpuUsage()
    const values = Object.fromEntries(texts.map((text, index) => [`${index}`, text]))
    await judgeForm(values, Object.fromEntries(Object.keys(values).map((name) => [name, rule])))
    isJudged = true
    const { user, system } = process.cpuUsage(begun)
    expect(turns).toBeGreaterThan(turnsMin)
    // Of CPU, which another's load does not lengthen; marks alone took 14 s.
    expect((user + system) / 1e6).toBeLessThan(4)
  })

  it('is judged without an error whatever is sent', async () => {
    const values = fc.dictionary(fc.constantFrom(...Object.keys(rules)), fc.oneof(anyText(500), fc.anything()))
    await fc.assert(
      fc.asyncProperty(values, async (sent) => {
        const { fields, weight } = await judgeForm(sent, rules)
        expect(Object.keys(fields)).toEqual(Object.keys(rules))
        expect(weight).toBeLessThanOrEqual(100)
      }),
      { seed, numRuns: runs(200) },
    )
  })
})

describe('a finding', () => {
  it('that is UNKNOWN weighs nothing, and one that fails weighs all', () => {
    for (const [outcome, weight] of Object.values(catalogue)) {
      if (outcome === 'UNKNOWN') expect(weight).toBe(0)
      if (outcome === 'FAIL') expect(weight).toBe(100)
    }
  })

  it('is made somewhere, of each code that the catalogue has', () => {
    const folder = new URL('../', import.meta.url)
    const sources = globSync('**/*.ts', { cwd: folder, exclude: (name) => /\.test\.ts$|^catalogue\.ts$/u.test(name) })
    const text = sources.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('')
    expect(Object.keys(catalogue).filter((code) => !text.includes(`'${code}'`))).toEqual([])
  })

  it('is a sentence to its owner, with what it is about', () => {
    expect(describeFinding(found('email-role', { role: 'info' }))).toBe('info@ belongs to a task and to no person.')
    expect(describeFinding(found('text-look-alike-letters', { words: ['nоw', 'buу'] }))).toContain('nоw, buу')
    for (const code of Object.keys(catalogue) as Code[]) expect(describeFinding({ code })).toMatch(/\.$/u)
  })
})
