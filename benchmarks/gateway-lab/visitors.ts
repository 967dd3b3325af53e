import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { browserLaunchOptions, shellLaunchOptions } from '@bollard/testing'
import { isAllowed, readRobots } from '@bollard/crawlers'
import {
  type Bot,
  createBot,
  signatureOf,
} from '../../packages/visitor-credentials/src/web-bot-auth/signing-fixture.ts'
import { startProcess } from '../bot-lab/processes.ts'
import type { VisitorId } from './anubis.ts'

export interface VisitInput {
  /** Of the site's first page, without the last slash. */
  readonly origin: string
  /** An Xvfb with a window manager. */
  readonly display: string
  /** Resolves once the site itself has answered this visitor, or after a time. */
  readonly reached: () => Promise<void>
}

export interface LabVisitor {
  readonly id: VisitorId
  readonly kind: 'person' | 'program'
  readonly describe: string
  /** As the gateway sees it. */
  readonly address: string
  visit(input: VisitInput): Promise<void>
}

const run = promisify(execFile)
const chromeAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const gptbot = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'
const bingbot = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'
const mojeekbot = 'Mozilla/5.0 (compatible; MojeekBot/0.11; +https://www.mojeek.com/bot.html)'
const semrushbot = 'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)'
const labCrawler = 'LabCrawler/1.0 (+https://lab.example/bot)'
const pagesMax = 20
const crawledPages = 200

/** The agent of a bot that signs, and its keys as it publishes them. */
export const labAgent = 'https://lab-bot.example'
const labBot = createBot(labAgent)
export const labDirectory = JSON.stringify({ keys: [labBot.key.publicKey.export({ format: 'jwk' })] })

/** Everybody who comes, each once, from an address that nobody else has. */
export const visitors: readonly LabVisitor[] = [
  person('chromium-window', 'a browser that nobody drives', '198.18.1.1', ['--window-size=1280,900']),
  person('chromium-small-window', 'a browser in a small window', '198.18.2.1', ['--window-size=500,700']),
  person('chromium-german', 'a browser with another language', '198.18.3.1', ['--lang=de', '--accept-lang=de-DE,de']),
  person(
    'chromium-asked',
    'a browser where everybody is asked',
    '198.18.18.1',
    ['--window-size=1280,900'],
    '/members/',
  ),
  person(
    'chromium-german-asked',
    'a browser with another language where everybody is asked',
    '198.18.19.1',
    ['--lang=de', '--accept-lang=de-DE,de'],
    '/members/',
  ),
  playwright('playwright-headless', 'Playwright as its guide says', '198.18.4.1', null),
  playwright('playwright-masked', "Playwright with a browser's user agent", '198.18.5.1', chromeAgent),
  playwright(
    'playwright-whole-masked',
    "Playwright in a whole browser without windows, with a browser's user agent",
    '198.18.22.1',
    chromeAgent,
    browserLaunchOptions,
  ),
  program(
    'playwright-whole-crawling',
    'the same, which opens 200 pages one after the other',
    '198.18.23.1',
    crawlInBrowser,
  ),
  program('curl', 'curl', '198.18.6.1', ({ origin }) => run('curl', ['-s', '-o', '/dev/null', `${origin}/`])),
  program('curl-as-chrome', "curl with a browser's user agent", '198.18.7.1', ({ origin }) =>
    run('curl', ['-s', '-o', '/dev/null', '-A', chromeAgent, '-H', 'Accept: text/html', `${origin}/`]),
  ),
  program('python-requests', 'the HTTP library of most Python scripts', '198.18.8.1', ({ origin }) =>
    fetchAs(`${origin}/`, 'python-requests/2.34.2'),
  ),
  program('node-fetch', 'fetch of Node', '198.18.9.1', ({ origin }) => fetch(`${origin}/`)),
  program('crawler-greedy', 'a crawler that follows every link', '198.18.10.1', ({ origin }) => crawl(origin, false)),
  program('crawler-polite', 'a crawler that reads robots.txt', '198.18.11.1', ({ origin }) => crawl(origin, true)),
  named(
    'reader-freshrss',
    'a feed reader',
    '198.18.12.1',
    'FreshRSS/1.27.0 (Linux; https://freshrss.org)',
    '/feed.xml',
  ),
  named(
    'reader-miniflux',
    'a feed reader that begins as browsers do',
    '198.18.13.1',
    'Mozilla/5.0 (compatible; Miniflux/2.2.5; +https://miniflux.app)',
    '/feed.xml',
  ),
  named(
    'preview-facebook',
    'a link preview that offers no proof here',
    '198.18.14.1',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  ),
  named('googlebot-by-names', 'Googlebot, with its name in DNS', '66.249.66.1', googlebot),
  named('googlebot-by-list', 'Googlebot, in a fresh list', '66.249.79.129', googlebot),
  named('googlebot-from-elsewhere', 'somebody who says Googlebot', '198.18.15.1', googlebot),
  named('googlebot-without-dns', 'Googlebot while DNS is away', '66.249.66.2', googlebot),
  named('bingbot-by-names', 'Bingbot, with its name in DNS', '157.55.39.1', bingbot),
  named('mojeekbot-by-names', 'MojeekBot, with its name in DNS', '5.102.173.71', mojeekbot),
  named('gptbot-by-list', 'GPTBot, in the list that is shipped', '20.171.206.7', gptbot),
  named('gptbot-from-elsewhere', 'somebody who says GPTBot', '198.18.16.1', gptbot),
  named('semrushbot-from-elsewhere', 'SemrushBot, whose proof is not known', '198.18.17.1', semrushbot),
  signing('bot-signed', 'a bot that signs its requests', '198.18.20.1', labBot),
  signing('bot-forged', 'somebody who signs as that bot with another key', '198.18.21.1', {
    ...createBot(labAgent),
    key: labBot.key,
  }),
]

/** Who asks a name service, and what it answers; addresses that are not here have no name. */
export const namesOfVisitors: Readonly<Record<string, string>> = {
  '66.249.66.1': 'crawl-66-249-66-1.googlebot.com',
  '157.55.39.1': 'msnbot-157-55-39-1.search.msn.com',
  '5.102.173.71': 'crawl-71.mojeek.com',
}
/** The name service doesn't answer about these. */
export const unanswered: ReadonlySet<string> = new Set(['66.249.66.2'])
/** In the list that an operator of the product hands in. */
export const listedGooglebot = '66.249.79.128/25'

function person(id: VisitorId, describe: string, address: string, switches: readonly string[], path = '/'): LabVisitor {
  return { id, kind: 'person', describe, address, visit: (input) => browse(input, path, switches) }
}

function program(
  id: VisitorId,
  describe: string,
  address: string,
  visit: (input: VisitInput) => Promise<unknown>,
): LabVisitor {
  return { id, kind: 'program', describe, address, visit: async (input) => void (await visit(input)) }
}

function named(id: VisitorId, describe: string, address: string, userAgent: string, path = '/'): LabVisitor {
  return program(id, describe, address, ({ origin }) => fetchAs(`${origin}${path}`, userAgent))
}

/** With a browser's user agent: the signature alone says who it is. */
function signing(id: VisitorId, describe: string, address: string, bot: Bot): LabVisitor {
  return program(id, describe, address, async ({ origin }) => {
    const created = Math.floor(Date.now() / 1_000)
    const { input, signature } = signatureOf({
      bot,
      components: [
        ['"@authority"', new URL(origin).host],
        ['"signature-agent"', `"${labAgent}"`],
      ],
      parameters: { created, expires: created + 60, nonce: randomUUID() },
    })
    const headers = [`Signature-Agent: "${labAgent}"`, `Signature-Input: ${input}`, `Signature: ${signature}`]
    await run('curl', [
      '-s',
      '-o',
      '/dev/null',
      '-A',
      chromeAgent,
      ...headers.flatMap((line) => ['-H', line]),
      `${origin}/`,
    ])
  })
}

/** As a person would start it: nothing in it listens for orders. */
async function browse(
  { origin, display, reached }: VisitInput,
  path: string,
  switches: readonly string[],
): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'gateway-lab-'))
  const browser = startProcess(
    process.env['LAB_CHROMIUM'] ?? 'chromium',
    [
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--password-store=basic',
      '--no-sandbox',
      ...switches,
      `${origin}${path}`,
    ],
    { env: { ...process.env, DISPLAY: display, HOME: profile } },
  )
  try {
    await reached()
  } finally {
    await browser.stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** By default in the shell that Playwright brings for browsers without windows, whichever browser the machine has. */
function playwright(
  id: VisitorId,
  describe: string,
  address: string,
  userAgent: string | null,
  launchOptions = shellLaunchOptions,
): LabVisitor {
  return program(id, describe, address, async ({ origin, reached }) => {
    const browser = await chromium.launch(await launchOptions())
    try {
      const page = await browser.newPage(userAgent === null ? {} : { userAgent })
      await page.goto(`${origin}/`)
      await reached()
    } finally {
      await browser.close()
    }
  })
}

/** It waits for no answer to a challenge: that would be work, and slower. */
async function crawlInBrowser({ origin }: VisitInput): Promise<void> {
  const browser = await chromium.launch(await browserLaunchOptions())
  try {
    const page = await browser.newPage({ userAgent: chromeAgent })
    for (let number = 0; number < crawledPages; number += 1)
      await page.goto(`${origin}/products/${number}`, { waitUntil: 'commit' })
  } finally {
    await browser.close()
  }
}

/** The head of a request as a program that is no browser sends it. */
async function fetchAs(url: string, userAgent: string): Promise<string> {
  const { stdout } = await run('curl', ['-s', '-A', userAgent, '-H', 'Accept: */*', url])
  return stdout
}

/** Follows links breadth first; what isn't a page has none. */
async function crawl(origin: string, isPolite: boolean): Promise<void> {
  const robots = readRobots(isPolite ? await fetchAs(`${origin}/robots.txt`, labCrawler) : '')
  const waiting = ['/']
  for (let at = 0; at < waiting.length && at < pagesMax; at++) {
    const path = waiting[at] ?? ''
    if (!isAllowed(robots, 'LabCrawler', path)) continue
    const page = await fetchAs(`${origin}${path}`, labCrawler)
    for (const [, link = ''] of page.matchAll(/<a href="(\/[^"]*)"/gu)) if (!waiting.includes(link)) waiting.push(link)
  }
}
