import { seededRandom } from '@bollard/testing'
import { describe, expect, it } from 'vitest'
import { createSpamFilter, type SpamFilter } from './spam-filter.ts'

const spam = [
  'Buy cheap followers now, best price, click here',
  'We build backlinks and rank your website on Google',
  'Earn money from home with crypto, click here now',
]
const ham = [
  'I would like to return the blue jacket I ordered',
  'When will my order arrive? It was sent on Monday',
  'The invoice shows the wrong address, could you correct it',
]

function taught(): SpamFilter {
  const filter = createSpamFilter('key')
  for (let time = 0; time < 5; time += 1) {
    for (const text of spam) filter.learn(`${text} ${time}`, 'SPAM')
    for (const text of ham) filter.learn(`${text} ${time}`, 'HAM')
  }
  return filter
}

describe('a filter of a customer', () => {
  it('says nothing before ten messages of each class, and tells them apart afterwards', async () => {
    const fresh = createSpamFilter('key')
    for (let time = 0; time < 9; time += 1) fresh.learn(spam[0] ?? '', 'SPAM')
    expect(await fresh.judge(spam[0] ?? '')).toEqual({ score: null, telling: [] })
    const filter = taught()
    expect((await filter.judge('Cheap backlinks for your website, click here')).score).toBeGreaterThan(0.9)
    expect((await filter.judge('My order shows the wrong jacket')).score).toBeLessThan(0.2)
    expect(await filter.judge('Zebras graze quietly')).toEqual({ score: 0.5, telling: [] })
  })

  it('names the words that told, and how much of the mail with them is spam', async () => {
    const { telling } = await taught().judge('click here, cheap')
    expect(telling.map(({ words }) => words)).toContain('click here')
    expect(telling.every(({ share }) => share > 0.9)).toBe(true)
  })

  it('is the same after its state was written and read, and holds no word that was written', async () => {
    const filter = taught()
    const written = JSON.stringify(filter.state())
    expect(written).not.toMatch(/jacket|cheap|click/u)
    const read = createSpamFilter('key', JSON.parse(written))
    for (const text of [...spam, ...ham]) expect(await read.judge(text)).toEqual(await filter.judge(text))
    expect((await createSpamFilter('another key', JSON.parse(written)).judge(spam[0] ?? '')).score).toBe(0.5)
  })

  it('forgets exactly what it learned', () => {
    const filter = taught()
    const before = new Set(filter.state().tokens.map(String))
    filter.learn('An entirely new message', 'SPAM', 'somebody')
    filter.forget('An entirely new message', 'SPAM', 'somebody')
    expect(new Set(filter.state().tokens.map(String))).toEqual(before)
    expect(filter.state().authors).toEqual([])
  })

  it('is not moved by one author, however much they send', async () => {
    const filter = taught()
    const before = (await filter.judge(ham[0] ?? '')).score ?? 1
    const learned = Array.from({ length: 500 }, () => filter.learn(ham[0] ?? '', 'SPAM', 'an attacker'))
    expect(learned.filter(Boolean)).toHaveLength(5)
    expect((await filter.judge(ham[0] ?? '')).score).toBeLessThan(0.5)
    expect(before).toBeLessThan(0.2)
  })

  it('learns what padding of 2,000 words and more stands before, and forgets exactly that', async () => {
    const filter = createSpamFilter('key')
    const random = seededRandom('padding of spam')
    const padding = () => Array.from({ length: 6_000 }, () => Math.floor(random() * 1e9).toString(36)).join(' ')
    const offer =
      'We build backlinks and rank your website on Google within weeks, cheap followers and a casino bonus for crypto, click here ' +
      'now and earn money from home with our agency, free audit of your pages, answer today for the best price'
    const padded = Array.from({ length: 10 }, () => `${padding()} ${offer}`)
    for (const text of padded) filter.learn(text, 'SPAM')
    for (let time = 0; time < 10; time += 1) filter.learn(`${ham[time % 3]} ${time}`, 'HAM')
    expect((await filter.judge(offer)).score).toBeGreaterThan(0.9)
    expect((await filter.judge(`${padding()} ${offer} ${padding()}`)).score).toBeGreaterThan(0.9)
    for (const text of padded) filter.forget(text, 'SPAM')
    expect(filter.state()).toMatchObject({ spam: 0, ham: 10 })
    expect(filter.state().tokens.every(([, ofSpam]) => ofSpam === 0)).toBe(true)
    // One message teaches no more than 4,000 tokens, however long it is.
    const fresh = createSpamFilter('key')
    fresh.learn(`${padding()} ${padding()}`, 'SPAM')
    expect(fresh.state().tokens).toHaveLength(4_000)
  })

  it('is one of two that learned apart, as if one had learned all', async () => {
    const [one, other, both] = ['key', 'key', 'key'].map((key) => createSpamFilter(key)) as [
      SpamFilter,
      SpamFilter,
      SpamFilter,
    ]
    for (const [index, text] of [...spam, ...ham].entries())
      for (let time = 0; time < 6; time += 1) {
        const is = index < spam.length ? 'SPAM' : 'HAM'
        const teacher = time % 2 === 0 ? one : other
        teacher.learn(text, is, 'ada')
        both.learn(text, is)
      }
    one.merge(other.state())
    expect(one.state().authors.map(([, messages]) => messages)).toEqual([10])
    expect(one.learn(spam[0] ?? '', 'SPAM', 'ada')).toBe(false)
    expect((await both.judge(spam[0] ?? '')).score).toBeGreaterThan(0.9)
  })

  it('refuses a state that another version wrote', () => {
    const state = { ...createSpamFilter('key').state(), version: 2 as 1 }
    expect(() => createSpamFilter('key', state)).toThrow('spam-state-version')
  })

  it('keeps a bounded number of tokens and authors, whatever is sent', () => {
    const filter = createSpamFilter('key')
    const random = seededRandom('spam filter')
    for (let message = 0; message < 30; message += 1) {
      const text = Array.from({ length: 1_000 }, () => Math.floor(random() * 1e9).toString(36)).join(' ')
      filter.learn(text, 'SPAM', `author ${message}`)
    }
    expect(filter.state().tokens.length).toBeLessThanOrEqual(50_000)
  })
})
