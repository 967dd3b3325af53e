import packaged from 'crawler-user-agents'
import { expect, test } from 'vitest'
import { rangeSources } from '../proof/range-sources.ts'
import { catalogue } from './catalogue.ts'
import { ownCrawlers } from './own-crawlers.ts'

const { named, signedBy } = catalogue()

test.for<[userAgent: string, name: string, purpose: string, operator: string | null]>([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot', 'SEARCH', 'Google'],
  ['Googlebot-Image/1.0', 'Googlebot-Image', 'SEARCH', 'Google'],
  ['mozilla/5.0 (compatible; BINGBOT/2.0)', 'bingbot', 'SEARCH', 'Microsoft'],
  ['Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)', 'GPTBot', 'AI_TRAINING', 'OpenAI'],
  [
    'Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)',
    'OAI-SearchBot',
    'AI_SEARCH',
    'OpenAI',
  ],
  ['Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)', 'Claude-User', 'AI_USER', 'Anthropic'],
  [
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'facebookexternalhit',
    'PREVIEW',
    'Meta',
  ],
  [
    'Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'iMessage preview',
    'PREVIEW',
    'Apple',
  ],
  ['Mozilla/5.0 (compatible; Miniflux/2.2.5; +https://miniflux.app)', 'Miniflux', 'FEED_READER', null],
  ['NetNewsWire (RSS Reader; https://netnewswire.com/)', 'NetNewsWire', 'FEED_READER', 'NetNewsWire'],
  ['WhatsApp/2.23.20.0 A', 'WhatsApp', 'PREVIEW', null],
  ['python-requests/2.32.3', 'python-requests', 'OTHER', null],
  ['curl/8.14.1', 'curl', 'OTHER', null],
])('%s is %s', ([userAgent, name, purpose, operator]) =>
  expect(named(userAgent)).toMatchObject({ name, purpose, operator }),
)

test.for([
  '',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/380.0 Mobile Safari',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/22G86 Instagram 380.0.0.28.104',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Snapchat/13.10 (like Safari)',
  'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 [Pinterest/Android]',
  'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 WhatsApp/2.25.1',
  'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 Viber/24.1',
  'Mozilla/5.0 (Linux; Android 9; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/140.1 like Chrome/140.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0]',
  'Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 Chrome/139.0 Mobile Safari/537.36 BytedanceWebview/d8a21c6 trill',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Slack/4.45 Chrome/136.0 Electron/36.0 Sonic Slack_SSB',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Nextcloud/3.13 QtWebEngine/6.5 Chrome/108 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0 YaBrowser/25.8.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36 NAVER(inapp; search; 2000)',
  'Dillo/3.2',
])('%s is nobody, since people use it', (userAgent) => expect(named(userAgent)).toBeNull())

test('every example of the package is named', () => {
  const unnamed = packaged.flatMap(({ instances }) => instances.filter((example) => named(example) === null))
  // One pattern is not read, one is the longer name of a program with a name that browsers say, one is in robots.txt alone.
  expect(unnamed).toMatchInlineSnapshot(`
    [
      "Mozilla/5.0 (compatible; RankSonicSiteAuditor/1.0; +https://ranksonic.com/ranksonic_sab.html)",
      "Mozilla/5.0 (compatible; BlogTraffic/1.4 Feed-Fetcher; +http://www.blogtraffic.de/rss-bot.html)",
      "Mozilla/5.0 (compatible; Google-Extended/1.0; +http://www.google.com/bot.html)",
    ]
  `)
})

test('every entry of our own cites where it is from, and its lists and tokens are ones that exist', () => {
  const ids = new Set(rangeSources.map(({ id }) => id))
  for (const { name, source, token, proof } of ownCrawlers) {
    expect(URL.canParse(source ?? ''), name).toBe(true)
    expect(token ?? 'none', name).toMatch(/^[a-z0-9_-]+$/iu)
    expect(proof.ranges?.filter((id) => !ids.has(id)) ?? [], name).toEqual([])
  }
})

test('an agent that signs needs no name, and a name of robots.txt alone is nobody who comes', () => {
  expect(signedBy('https://chatgpt.com')?.purpose).toBe('AI_USER')
  expect(signedBy('https://evil.example')).toBeNull()
  expect(named('Google-Extended/1.0')).toBeNull()
})
