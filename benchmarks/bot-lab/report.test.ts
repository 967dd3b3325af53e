import { describe, expect, it } from 'vitest'
import { type Result, summarise, toMarkdown } from './report.ts'

const base: Result = {
  id: 'x',
  kind: 'bot',
  class: 'default',
  stack: 'puppeteer',
  half: 'seen',
  describe: '',
  decision: 'REFUSED',
  score: 0.99,
  rounds: 1,
  reasons: [],
  botd: 'bot: webdriver',
  seconds: 3,
  detail: null,
}
const result = (changes: Partial<Result>): Result => ({ ...base, ...changes })
const person = (changes: Partial<Result>): Result =>
  result({ kind: 'genuine', class: null, half: null, decision: 'PASSED', score: 0.1, botd: 'no bot', ...changes })

describe('summarise', () => {
  it('counts who was below the step-up, and not those who were refused or got nothing', () => {
    const { bots } = summarise(
      [
        result({ id: 'a' }),
        result({ id: 'b', decision: 'PASSED', score: 0.29 }),
        result({ id: 'c', decision: 'FLAGGED', score: 0.3, rounds: 2 }),
        result({ id: 'd', decision: 'NONE', score: null, rounds: null }),
      ],
      0.3,
    )
    expect(bots.belowStepUpIds).toEqual(['b'])
    expect(bots.stopped).toMatchObject({ count: 2, of: 4 })
    expect(bots.refused.count).toBe(1)
    expect(bots.withoutVerdict.count).toBe(1)
  })

  it('never counts a broken bot as found', () => {
    const { bots, broken } = summarise(
      [result({ id: 'a', decision: 'BROKEN', score: null }), result({ id: 'b', decision: 'PASSED', score: 0 })],
      0.3,
    )
    expect(broken).toEqual(['a'])
    expect(bots.stopped).toMatchObject({ count: 0, of: 1 })
    expect(bots.belowStepUp).toMatchObject({ count: 1, of: 1 })
  })

  it('keeps the halves apart', () => {
    const { bots } = summarise(
      [result({ half: 'seen' }), result({ half: 'unseen', decision: 'PASSED', score: 0.1 })],
      0.3,
    )
    expect(bots.seen.stopped).toMatchObject({ count: 1, of: 1 })
    expect(bots.unseen.stopped).toMatchObject({ count: 0, of: 1 })
    expect(bots.unseen.noticed).toMatchObject({ count: 0, of: 1 })
  })

  it('tells classes apart, and names who was missed', () => {
    const { bots } = summarise(
      [
        result({ id: 'a' }),
        result({ id: 'b', class: 'stealth', half: 'unseen', decision: 'PASSED', score: 0.1 }),
        result({ id: 'c', class: 'stealth' }),
        result({ id: 'd', class: 'farm', decision: 'BROKEN', score: null }),
      ],
      0.3,
    )
    expect(Object.keys(bots.classes)).toEqual(['default', 'stealth'])
    expect(bots.classes.stealth).toMatchObject({
      noticed: { count: 1, of: 2 },
      missed: ['b'],
      seen: { noticed: { count: 1, of: 1 }, missed: [] },
      unseen: { noticed: { count: 0, of: 1 }, missed: ['b'] },
    })
  })

  it('measures BotD only where it ran, and ourselves on the same bots', () => {
    const { bots } = summarise(
      [
        result({ botd: 'bot: webdriver' }),
        result({ botd: 'no bot', decision: 'PASSED', score: 0.1 }),
        result({ botd: null }),
        result({ botd: 'error: no Worker' }),
      ],
      0.3,
    )
    expect(bots.botdFound).toMatchObject({ count: 1, of: 2 })
    expect(bots.foundWhereBotdRan).toMatchObject({ count: 1, of: 2 })
  })

  it('counts extra work of genuine visitors, whatever came of it', () => {
    const { genuine } = summarise(
      [
        person({}),
        person({ rounds: 2 }),
        person({ decision: 'FLAGGED', score: 0.4, rounds: 2 }),
        person({ decision: 'REFUSED', score: 0.9 }),
        person({ decision: 'NONE', score: null, rounds: null }),
      ],
      0.3,
    )
    expect(genuine.withExtraWork).toMatchObject({ count: 2, of: 5 })
    expect(genuine.refused).toMatchObject({ count: 1, of: 5 })
    expect(genuine.refusedIds).toEqual(['x'])
    expect(genuine.withoutVerdict).toMatchObject({ count: 1, of: 5 })
  })

  it('gives every rate its interval, and none to an empty group', () => {
    const { bots, genuine } = summarise(
      Array.from({ length: 20 }, () => result({})),
      0.3,
    )
    expect(bots.belowStepUp.interval?.low).toBe(0)
    expect(bots.belowStepUp.interval?.high).toBeCloseTo(0.1611, 4)
    expect(genuine.refused.interval).toBeNull()
  })
})

describe('toMarkdown', () => {
  it('shows the heaviest reasons first and keeps a line a row', () => {
    const results = [
      result({
        id: 'one',
        reasons: [
          { code: 'soft', group: 'environment', weight: 0.4 },
          { code: 'webdriver', group: 'declared', weight: 5 },
        ],
      }),
      person({ id: 'two' }),
      result({ id: 'three', decision: 'BROKEN', score: null, detail: 'no | browser\nhere' }),
    ]
    const markdown = toMarkdown(results, summarise(results, 0.3))
    expect(markdown).toContain(
      '| one | default | seen | bot: webdriver | 0.99 | REFUSED | 1 | webdriver +5.0, soft +0.4 |',
    )
    expect(markdown).toContain('no \\| browser here')
    expect(markdown).toContain('broken, counted nowhere: three')
    expect(markdown).toContain('genuine visitors refused: 0/1 = 0 % (95 %: 0–79 %)')
  })
})
