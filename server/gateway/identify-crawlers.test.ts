import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rangeSources } from '@bollard/crawlers'
import type { Visit } from '@bollard/gateway'
import { makeTestFolder } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import { identifyCrawlers } from './identify-crawlers.ts'

const never = { reverse: () => new Promise<never>(() => {}), resolve4: async () => [], resolve6: async () => [] }

async function setUp() {
  const place = await makeTestFolder()
  onTestFinished(() => place.remove())
  const folder = join(place.path, 'ranges')
  const said: string[] = []
  const crawlers = await identifyCrawlers({ folder, say: (line) => said.push(line), dns: never })
  onTestFinished(crawlers.stop)
  const ask = (userAgent: string, address = '192.0.2.7') =>
    crawlers.identify({ headers: { 'user-agent': userAgent }, address } as unknown as Visit)
  return { folder, said, crawlers, ask }
}

test('a list that somebody puts into the folder is taken up, and a file that is none is named once', async () => {
  const { folder, said, crawlers, ask } = await setUp()
  const search = 'Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)'
  expect(await ask(search)).toEqual({ name: 'OAI-SearchBot', purpose: 'AI_SEARCH', verified: false, isSpoofed: false })
  mkdirSync(folder)
  writeFileSync(join(folder, 'oai-searchbot.json'), '{"prefixes":[{"ipv4Prefix":"192.0.2.0/24"}]}')
  writeFileSync(join(folder, 'meta.csv'), '<html>')
  await crawlers.reload()
  await crawlers.reload()
  expect(await ask(search)).toMatchObject({ verified: true, isSpoofed: false })
  expect(await ask(search, '198.51.100.1')).toMatchObject({ verified: false, isSpoofed: true })
  expect(said).toEqual([`The list of addresses ${join(folder, 'meta.csv')} is not used: NOT_A_NETWORK at line 1.`])
})

test('a name service that is silent delays a request no longer than its decision may take, and accuses nobody', async () => {
  const { ask } = await setUp()
  const [program, browser] = [await ask('Googlebot/2.1'), await ask('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0')]
  expect([program, browser]).toEqual([
    { name: 'Googlebot', purpose: 'SEARCH', verified: false, isSpoofed: false },
    null,
  ])
})

test('the file for curl fetches every list from where it is published, under the name by which it is read', () => {
  const file = readFileSync(new URL('../../deploy/crawler-lists.curl', import.meta.url), 'utf8')
  const fetched = [...file.matchAll(/^url = "(.*)"\noutput = "(.*)\.(?:json|txt)"$/gmu)].map(([, url, id]) => [id, url])
  expect(fetched).toEqual(rangeSources.map(({ id, url }) => [id, url]))
})
