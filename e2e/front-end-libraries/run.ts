import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, expect } from '@playwright/test'
import { findFreePorts } from '../../server/testing/free-ports.ts'
import { replaceAll } from '../build-client-pages.ts'
import { startClientSite } from '../client-site.ts'
import { leanLaunchOptions } from '../lean-browser.ts'
import { product } from '../product.ts'
import { soon } from '../soon.ts'
import startProduct from '../start-product.ts'
import { passing } from '../widget-page.ts'
import { buildPage, pages } from './build-page.ts'
import { walkAsNewcomer } from './newcomer.ts'
import { example, installPacked, pack, packages, pageFolder } from './pack.ts'
import { readFolder } from './read-folder.ts'
import { runProgram, serve, type Served } from './run-program.ts'
import { sendBuilt, sendForm, sendTwice } from './send-form.ts'

/*
 * Packs every package for front ends as it would be published, looks at it with publint and arethetypeswrong, and runs what needs frameworks
 * that the project itself doesn't have, with the packed packages, in Chromium against the whole product.
 *   client/test-front-ends [--only package,react,next] [--date 2026-11-26]
 * Writes client/last-run-front-ends.json.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, date: { type: 'string' } } })
const here = fileURLToPath(new URL('.', import.meta.url))
const recordPath = new URL('../../client/last-run-front-ends.json', import.meta.url)
/** By its whole name or by its first word. */
const wanted = (name: string) =>
  values.only === undefined || values.only.split(',').some((part) => part === name || part === name.split(' ')[0])

interface Line {
  readonly date: string
  /** Versions of what it was run with. */
  readonly with: string
  readonly result: 'passed' | 'failed'
}
const record: Record<string, Line> = existsSync(recordPath) ? JSON.parse(readFileSync(recordPath, 'utf8')) : {}
const versions: Record<string, string> = JSON.parse(readFileSync(`${here}package.json`, 'utf8')).dependencies
const using = (...names: string[]) =>
  names.map((name) => `${name.replace(/-18$/u, '')} ${versions[name]?.replace(/.*@/u, '')}`).join(', ')
let failures = 0

/** Notes what came of one thing; those after it are tried all the same. */
async function attempt(name: string, withWhat: string, task: () => Promise<object | void>): Promise<void> {
  if (!wanted(name)) return
  const date = values.date ?? new Date().toISOString().slice(0, 10)
  try {
    const figures = await task()
    record[name] = { date, with: withWhat, result: 'passed', ...figures }
    console.log(`passed  ${name} (${withWhat})${figures ? ` ${JSON.stringify(figures)}` : ''}`)
  } catch (error) {
    failures++
    record[name] = { date, with: withWhat, result: 'failed' }
    console.log(`FAILED  ${name} (${withWhat})\n${error instanceof Error ? error.message : String(error)}`)
  }
}

for (const folder of packages)
  await attempt(`package ${folder}`, using('publint', '@arethetypeswrong/cli'), async () => {
    const { name, tarball, ...figures } = await pack(folder)
    await installPacked(name, tarball)
    return figures
  })
if ([...Object.keys(pages), 'astro', 'next', 'nuxt', 'newcomer'].some(wanted)) await runPages()

writeFileSync(recordPath, `${JSON.stringify(Object.fromEntries(Object.entries(record).toSorted()), null, 2)}\n`)
process.exit(failures === 0 ? 0 : 1)

async function runPages(): Promise<void> {
  // Of journeys that are being written, a product may be running already.
  const stopProduct = process.env['E2E_API'] === undefined ? await startProduct() : () => Promise.resolve()
  const site = await startClientSite(passing.secretKey)
  const browser = await chromium.launch(await leanLaunchOptions())
  const replaced = { 'https://captcha.example.org': product.api, YOUR_SITE_KEY: passing.siteKey }
  try {
    for (const [name, { with: frameworks }] of Object.entries(pages))
      await attempt(name, using(...frameworks), async () => sendTwice(browser, site, await buildPage(name, replaced)))
    await attempt('astro', using('astro'), async () => {
      const folder = pageFolder('astro')
      mkdirSync(`${folder}src/pages`, { recursive: true })
      writeFileSync(
        `${folder}src/pages/index.astro`,
        replaceAll(example('astro/examples/contact-form.astro'), replaced),
      )
      await runProgram(folder, [`${here}node_modules/.bin/astro`, 'build', '--root', folder])
      await sendBuilt(browser, site, readFolder(`${folder}dist`))
    })
    await attempt('next', using('next', 'react'), async () => {
      const folder = pageFolder('next')
      writeFileSync(`${folder}app/page.tsx`, replaceAll(example('react/examples/next-page.tsx'), replaced))
      await runProgram(folder, [`${here}node_modules/.bin/next`, 'build'])
      await withServer(folder, [`${here}node_modules/.bin/next`, 'start'], (url, { printed }) =>
        sendForm(browser, url, () => expect.poll(printed, soon).toContain('A person wrote to us.')),
      )
    })
    await attempt('nuxt', using('nuxt', 'vue'), async () => {
      const folder = pageFolder('nuxt')
      writeFileSync(`${folder}nuxt.config.ts`, replaceAll(example('vue/examples/nuxt.config.ts'), replaced))
      await runProgram(folder, [`${here}node_modules/.bin/nuxt`, 'build'])
      await withServer(folder, ['node', '.output/server/index.mjs'], (url) =>
        sendForm(browser, url, (page) => expect(page.locator('body')).toHaveText('Welcome', soon)),
      )
    })
    await attempt('newcomer', using('create-vite'), async () => {
      const { files, added } = await walkAsNewcomer(product.api, passing.siteKey)
      if (added > 10) throw new Error(`It takes ${added} lines`)
      await sendBuilt(browser, site, files)
      return { addedLines: added }
    })
  } finally {
    await browser.close()
    await site.close()
    await stopProduct()
  }
}

async function withServer(
  folder: string,
  command: readonly string[],
  then: (url: string, served: Served) => Promise<void>,
): Promise<void> {
  const [port = 0] = await findFreePorts(1)
  const url = `http://localhost:${port}/`
  const served = await serve(folder, command, url, {
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
