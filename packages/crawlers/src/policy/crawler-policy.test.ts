import { expect, test } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import type { CrawlerVerdict } from '../proof/identify.ts'
import { type CrawlerPolicy, decideCrawler, usualPolicy } from './crawler-policy.ts'

const { named } = catalogue()

function decide(userAgent: string, verdict: CrawlerVerdict, policy: CrawlerPolicy = usualPolicy) {
  const crawler = named(userAgent)
  if (crawler === null) throw new Error(`nobody is named ${userAgent}`)
  const { action, because, pardons, isTemporary } = decideCrawler(policy, { crawler, verdict, by: null })
  return [action, because, pardons && 'pardons', isTemporary && 'temporary'].filter(Boolean).join(' ')
}

test.for<[userAgent: string, verdict: CrawlerVerdict, decision: string]>([
  ['Googlebot/2.1', 'VERIFIED', 'ALLOW VERIFIED pardons'],
  ['Googlebot/2.1', 'SPOOFED', 'DENY SPOOFED'],
  // Neither a way round the challenge for all who say Googlebot, nor a page that Google would take for the content.
  ['Googlebot/2.1', 'UNKNOWN', 'UNPROVEN temporary'],
  ['GPTBot/1.2', 'VERIFIED', 'DENY POLICY'],
  ['GPTBot/1.2', 'UNKNOWN', 'DENY POLICY'],
  ['ChatGPT-User/1.0', 'VERIFIED', 'ALLOW VERIFIED pardons'],
  ['Claude-SearchBot', 'CLAIMED', 'UNPROVEN'],
  ['Miniflux/2.2', 'CLAIMED', 'ALLOW ON_ITS_WORD'],
  ['SemrushBot', 'CLAIMED', 'NO_RULE'],
  ['curl/8.14.1', 'CLAIMED', 'NO_RULE'],
])('by the usual policy %s, %s, gets %s', ([userAgent, verdict, decision]) =>
  expect(decide(userAgent, verdict)).toBe(decision),
)

test('a name stands above its purpose, in any case and by its name in robots.txt, but proves nothing', () => {
  const policy: CrawlerPolicy = {
    purposes: { SEARCH: 'DENY', AI_TRAINING: 'ALLOW' },
    names: { yandex: 'ALLOW', claudebot: 'CHALLENGE', SEMrushBot: 'ALLOW', GPTBot: 'ALLOW' },
  }
  expect(decide('Mozilla/5.0 (compatible; YandexBot/3.0)', 'VERIFIED', policy)).toBe('ALLOW VERIFIED pardons')
  expect(decide('Mozilla/5.0 (compatible; YandexBot/3.0)', 'SPOOFED', policy)).toBe('CHALLENGE SPOOFED')
  expect(decide('ClaudeBot/1.0', 'CLAIMED', policy)).toBe('CHALLENGE POLICY')
  expect(decide('SemrushBot', 'CLAIMED', policy)).toBe('ALLOW ON_ITS_WORD')
  expect(decide('GPTBot/1.2', 'UNKNOWN', policy)).toBe('UNPROVEN temporary')
  expect(decide('Googlebot/2.1', 'VERIFIED', policy)).toBe('DENY POLICY')
})
