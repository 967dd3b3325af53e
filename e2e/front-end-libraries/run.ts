import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { findFreePorts } from '../../server/testing/free-ports.ts'
import { replaceAll } from '../build-client-pages.ts'
import { type ClientSite, startClientSite } from '../client-site.ts'
import { leanLaunchOptions } from '../lean-browser.ts'
import { product } from '../product.ts'
import { soon } from '../soon.ts'
import startProduct from '../start-product.ts'
import { passing } from '../widget-page.ts'
import { buildPage, pages } from './build-page.ts'
import { walkAsNewcomer } from './newcomer.ts'
import { example, installPacked, pack, type Packed, packages, pageFolder } from './pack.ts'
import { runProgram, serve, type Served } from './run-program.ts'

/*
 * Packs every package for front ends as it would be published, looks at it with publint and arethetypeswrong, and runs what needs frameworks
 * that the project itself doesn't have, with the packed packages, in Chromium against the whole product.
 *   client/test-front-ends [--only vue,next] [--date 2026-11-26]
 * Writes client/last-run-front-ends.json.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, date: { type: 'string' } } })
const here = fileURLToPath(new URL('.', import.meta.url))
const record = new URL('../../client/last-run-front-ends.json', import.meta.url)
const wanted = (name: string) => values.only === undefined || values.only.split(',').some((part) => name.includes(part))

interface Line {
  readonly date: string
  readonly with: string
  readonly result: 'passed' | 'failed'
  readonly bytes?: object
}
const lines: Record<string, Line> = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
let failures = 0

/** Notes what came of one thing; those after it are tried all the same. */
async function attempt(name: string, withWhat: string, task: () => Promise<object | void>): Promise<void> {
  if (!wanted(name)) return
  const line = { date: values.date ?? new Date().toISOString().slice(0, 10), with: withWhat }
  try {
    const bytes = await task()
    lines[name] = { ...line, result: 'passed', ...(bytes ? { bytes } : {}) }
    console.log(`passed  ${name} (${withWhat})${bytes ? ` ${JSON.stringify(bytes)}` : ''}`)
  } catch (error) {
    failures++
    lines[name] = { ...line, result: 'failed' }
    console.log(`FAILED  ${name} (${withWhat})\n${error instanceof Error ? error.message : String(error)}`)
  }
}

const versions: Record<string, string> = JSON.parse(readFileSync(`${here}package.json`, 'utf8')).dependencies
const using = (...names: string[]) =>
  names.map((name) => `${name.replace(/-18$/u, '')} ${versions[name]?.replace(/.*@/u, '')}`).join(', ')

const packed: Packed[] = []
for (const folder of packages)
  await attempt(`package ${folder}`, using('publint', '@arethetypeswrong/cli'), async () => {
    const made = await pack(folder)
    packed.push(made)
    await installPacked(made)
    const { packedBytes, scriptsGzipBytes, files } = made
    return { packedBytes, scriptsGzipBytes, files }
  })

const stopProduct = await startProduct()
const site = await startClientSite(passing.secretKey)
const browser = await chromium.launch(await leanLaunchOptions())
try {
  const replaced = { 'https://captcha.example.org': product.api, YOUR_SITE_KEY: passing.siteKey }
  for (const [name] of Object.entries(pages)) {
    const frameworks =
      {
        'react 18': ['react-18'],
        'react 18, react-hook-form': ['react-18', 'react-hook-form'],
        'react 19, react-hook-form': ['react', 'react-hook-form'],
        vue: ['vue'],
        angular: ['@angular/core'],
        svelte: ['svelte'],
        solid: ['solid-js'],
      }[name] ?? []
    await attempt(name, using(...frameworks), async () => {
      const script = await buildPage(name, replaced)
      await sendTwice(browser, site, script)
    })
  }
  await attempt('astro', using('astro'), async () => {
    const folder = pageFolder('astro')
    mkdirSync(`${folder}src/pages`, { recursive: true })
    writeFileSync(`${folder}src/pages/index.astro`, replaceAll(example('astro/examples/contact-form.astro'), replaced))
    await runProgram(folder, [`${here}node_modules/.bin/astro`, 'build', '--root', folder])
    await showFolder(`${folder}dist/`)
    await sendOnce(browser, `${site.url}/`, () => expect.poll(() => site.answers.at(-1)?.success, soon).toBe(true))
  })
  await attempt('next', using('next', 'react'), async () => {
    const folder = pageFolder('next')
    writeFileSync(`${folder}app/page.tsx`, replaceAll(example('react/examples/next-page.tsx'), replaced))
    await runProgram(folder, [`${here}node_modules/.bin/next`, 'build'])
    await withServer(folder, 'node_modules/.bin/next', ['start'], async (url, served) => {
      await sendOnce(browser, url, () => expect.poll(() => served.printed(), soon).toContain('A person wrote to us.'))
    })
  })
  await attempt('nuxt', using('nuxt', 'vue'), async () => {
    const folder = pageFolder('nuxt')
    writeFileSync(`${folder}nuxt.config.ts`, replaceAll(example('vue/examples/nuxt.config.ts'), replaced))
    await runProgram(folder, [`${here}node_modules/.bin/nuxt`, 'build'])
    await withServer(folder, 'node', ['.output/server/index.mjs'], async (url) => {
      await sendOnce(browser, url, (page) => expect(page.locator('body')).toHaveText('Welcome', soon))
    })
  })
  await attempt('newcomer', `create-vite ${versions['create-vite']}`, async () => {
    const { files, added } = await walkAsNewcomer(packed, product.api, passing.siteKey)
    if (added > 10) throw new Error(`It takes ${added} lines`)
    site.scripts.clear()
    for (const [path, text] of files) site.scripts.set(path, text)
    site.show({ html: files.get('index.html') ?? '' })
    await sendOnce(browser, `${site.url}/`, () => expect.poll(() => site.answers.at(-1)?.success, soon).toBe(true))
    return { addedLines: added }
  })
} finally {
  await browser.close()
  await site.close()
  await stopProduct()
}
writeFileSync(record, `${JSON.stringify(Object.fromEntries(Object.entries(lines).toSorted()), null, 2)}\n`)
process.exit(failures === 0 ? 0 : 1)

/** A built site of one page. */
async function showFolder(folder: string): Promise<void> {
  const { readdirSync } = await import('node:fs')
  site.scripts.clear()
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (entry.endsWith('.js')) site.scripts.set(entry, readFileSync(`${folder}${entry}`, 'utf8'))
  site.show({ html: readFileSync(`${folder}index.html`, 'utf8') })
}

async function sendTwice(in_: Browser, at: ClientSite, script: string): Promise<void> {
  at.answers.length = 0
  at.scripts.set('page.js', script)
  at.show({
    html: '<!doctype html><html lang="en"><title>Page</title><div id="app"></div><script type="module" src="/page.js"></script></html>',
  })
  await sendOnce(in_, `${at.url}/`, async (page) => {
    await expect(page.locator('output').first()).toHaveText('Thank you.', soon)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => at.answers.map(({ success }) => success), soon).toEqual([true, true])
  })
}

/** Fills in the form and sends it; rejects with what the page complained about, too. */
async function sendOnce(in_: Browser, url: string, arrived: (page: Page) => Promise<unknown>): Promise<void> {
  const page = await in_.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(url)
  await expect(page.locator('bollard-captcha')).toHaveJSProperty('state', 'ready', soon)
  await page
    .getByLabel(/Message|E-mail/u)
    .first()
    .pressSequentially('anna@example.org')
  await page.getByRole('button', { name: 'Send' }).click()
  await arrived(page).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${complaints.join('\n')}`)
  })
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
  await page.close()
}

async function withServer(
  folder: string,
  program: string,
  args: string[],
  then: (url: string, served: Served) => Promise<void>,
) {
  const [port = 0] = await findFreePorts(1)
  const url = `http://localhost:${port}/`
  const at = program.startsWith('node_modules') ? `${here}${program}` : program
  const served = await serve(folder, [at, ...args], url, {
    PORT: String(port),
    HOST: 'localhost',
    BOLLARD_SECRET_KEY: passing.secretKey,
  })
  try {
    await then(url, served)
  } finally {
    await served.stop()
  }
}
