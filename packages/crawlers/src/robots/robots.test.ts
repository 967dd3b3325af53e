import { expect, test } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import type { CrawlerPolicy } from '../policy/crawler-policy.ts'
import { isAllowed, readRobots } from './read-robots.ts'
import { robotsText } from './robots-text.ts'

test.for<[rules: string, path: string, allowed: boolean]>([
  ['Disallow: /', '/anything', false],
  ['Disallow:', '/anything', true],
  ['Disallow: /\nAllow: /', '/tie', true],
  ['Allow: /p\nDisallow: /', '/page', true],
  ['Allow: /page\nDisallow: /*.html', '/page.html', false],
  ['Allow: /$\nDisallow: /', '/', true],
  ['Allow: /$\nDisallow: /', '/page', false],
  ['Disallow: /fish', '/fish.html', false],
  ['Disallow: /fish', '/Fish', true],
  ['Disallow: /fish/', '/fish', true],
  ['Disallow: /*.php$', '/folder/a.php', false],
  ['Disallow: /*.php$', '/folder/a.php?x', true],
  ['Disallow: /a*b*c', '/a--b--c--', false],
  ['Disallow: /a*b*c', '/a--c--b', true],
  ['Disallow: /*b$', '/ab/b', false],
  ['Disallow: /a*a$', '/a', true],
  ['Disallow: *.gif', '/x.gif', false],
  ['Disallow: /foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar', false],
  ['Disallow: /foo/bar/ツ', '/foo/bar/%E3%83%84', false],
  ['Disallow: /foo/bar/%E3%83%84', '/foo/bar/ツ', false],
  ['Disallow: /foo/bar/%62%61%7A', '/foo/bar/baz', false],
  ['Disallow: /a%2fb', '/a/b', true],
  ['Disallow: /a%3cd', '/a%3Cd', false],
  ['Disallow: /star-%2A', '/star-*', false],
  ['Disallow: /star-%2A', '/star-x', true],
  ['Disallow: /price-%24', '/price-$', false],
  ['Disallow: /a$b', '/a$b', false],
  ['Disallow: /', '/robots.txt', true],
  ['disALLOW :  /x # not here', '/x', false],
  ['Disalow: /x', '/x', true],
])('%j for %s: %s', ([rules, path, allowed]) =>
  expect(isAllowed(readRobots(`User-agent: *\n${rules}`), 'AnyBot', path)).toBe(allowed),
)

test('the group of a name counts alone, all groups of a name together, and names in any case and with a version', () => {
  const robots = readRobots(
    [
      '\uFEFFDisallow: /before-any-group',
      'User-Agent: GPTBot',
      'user-agent: ClaudeBot/1.0',
      'Crawl-delay: 7',
      '',
      'Disallow: /one',
      'Sitemap: https://shop.example/map.xml',
      'Allow: /one/two\rUser-agent: *\nDisallow: /all',
      'User-agent: gptbot',
      'Disallow: /three',
    ].join('\r\n'),
  )
  const asked = ['/one', '/one/two', '/three', '/all', '/before-any-group']
  const allowed = (agent: string): boolean[] => asked.map((path) => isAllowed(robots, agent, path))
  expect(allowed('GPTBot')).toEqual([false, true, false, true, true])
  expect(allowed('claudebot')).toEqual([false, true, true, true, true])
  expect(allowed('GPTBot-Images')).toEqual([true, true, true, false, true])
  expect(allowed('GPTBot/1.2 (+https://openai.com/gptbot)')).toEqual(allowed('GPTBot'))
  expect(robots.sitemaps).toEqual(['https://shop.example/map.xml'])
  expect(isAllowed(readRobots('<html>no robots</html>'), 'GPTBot', '/')).toBe(true)
})

test('a rule of thousands of stars is read in one pass', () => {
  const robots = readRobots(`User-agent: *\nDisallow: /${'*a'.repeat(20_000)}b`)
  expect(isAllowed(robots, 'AnyBot', `/${'a'.repeat(50_000)}`)).toBe(true)
  expect(isAllowed(robots, 'AnyBot', `/${'a'.repeat(50_000)}b`)).toBe(false)
})

const { crawlers } = catalogue()
const policy: CrawlerPolicy = { purposes: { SEARCH: 'ALLOW', AI_TRAINING: 'DENY' } }
const existing = 'User-agent: Googlebot\nDisallow: /cart\n\nUser-agent: *\nDisallow: /search # ours\nCrawl-delay: 2'

test('who is denied is told so, also those with no program of their own, and what the site says stays word by word', () => {
  const { text, conflicts } = robotsText({
    policy,
    crawlers,
    existing,
    sitemap: 'https://shop.example/map.xml',
    traps: ['/t0p/'],
  })
  expect(text.startsWith(`${existing}\n# BEGIN Bollard`)).toBe(true)
  expect(conflicts).toEqual([])
  const robots = readRobots(text)
  for (const agent of ['GPTBot', 'CCBot', 'Google-Extended', 'Applebot-Extended', 'AI2Bot', 'Bytespider'])
    expect([agent, isAllowed(robots, agent, '/'), isAllowed(robots, agent, '/robots.txt')]).toEqual([
      agent,
      false,
      true,
    ])
  const asked = ['/', '/cart', '/search', '/t0p/x']
  const allowed = (agent: string): boolean[] => asked.map((path) => isAllowed(robots, agent, path))
  expect(allowed('Googlebot')).toEqual([true, false, true, false])
  expect(allowed('bingbot')).toEqual([true, true, false, false])
  expect(robots.sitemaps).toEqual(['https://shop.example/map.xml'])
})

test('written again it is the same, and with another policy our block alone is another', () => {
  const options = { crawlers, traps: ['/t0p/'], sitemap: 'https://shop.example/map.xml' }
  const once = robotsText({ ...options, policy, existing: `${existing}\n` }).text
  expect(robotsText({ ...options, policy, existing: once }).text).toBe(once)
  expect(robotsText({ ...options, policy, existing: `${once}# behind\n` }).text).toContain(
    `${existing}\n# behind\n# BEGIN`,
  )
  expect(robotsText({ crawlers, policy: { purposes: {} }, existing: once }).text).toBe(`${existing}\n`)
  expect(robotsText({ crawlers, policy: { purposes: {} } }).text).toBe('')
})

test('conflicts are named with their line, and nothing of the site is changed', () => {
  const own = 'User-agent: GPTBot\nAllow: /public/\n\nUser-agent: bingbot\nDisallow: /'
  const { text, conflicts } = robotsText({ policy, crawlers, existing: own })
  expect(text.startsWith(own)).toBe(true)
  expect(conflicts).toEqual([
    { code: 'ALLOWED_THOUGH_DENIED', agent: 'GPTBot', line: 2 },
    { code: 'DISALLOWED_THOUGH_ALLOWED', agent: 'bingbot', line: 5 },
  ])
  // A site that keeps all others away means it.
  expect(robotsText({ policy, crawlers, existing: 'User-agent: *\nDisallow: /' }).conflicts).toEqual([])
  const cut = 'User-agent: *\nDisallow: /x\n# BEGIN Bollard: …\nUser-agent: Old\nDisallow: /\n'
  const kept = robotsText({ policy, crawlers, existing: cut })
  expect(kept.text.startsWith(cut)).toBe(true)
  expect(kept.conflicts).toContainEqual({ code: 'MARK_WITHOUT_END', agent: '', line: 3 })
})

test.for([
  [{ sitemap: 'map.xml' }, 'NOT_AN_ADDRESS: sitemap'],
  [{ sitemap: 'https://shop.example/\nUser-agent: *' }, 'NOT_AN_ADDRESS: sitemap'],
  [{ traps: ['trap'] }, 'NOT_A_PATH: traps'],
  [{ traps: ['/a\nAllow: /'] }, 'NOT_A_PATH: traps'],
] as const)('%j is refused', ([options, fault]) =>
  expect(() => robotsText({ policy, crawlers, ...options })).toThrow(fault),
)
