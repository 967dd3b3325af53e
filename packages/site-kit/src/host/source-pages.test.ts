import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { localSite } from '../site/site.ts'
import { startSite } from './start-site.ts'

/** The smallest site that React Router's plugin could have made: one page, one file, and the plugin's virtual module. */
const sources = {
  'vite.config.js': `export default { plugins: [{ name: 'server-build', resolveId: (id) => id === 'virtual:react-router/server-build' ? ${'`${import.meta.dirname}/server-build.js`'} : null }] }`,
  'server-build.js': `
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { label } from './label.js'
export const entry = { module: { default: () => new Response('page'), createRequestHandler, createLoadContext: () => new RouterContextProvider() } }
const loader = () => { if (label === 'broken') throw new Error('a loader of the page failed'); return new Response(label) }
export const routes = { root: { id: 'root', path: '', module: { default: () => null } }, all: { id: 'all', parentId: 'root', path: '*', module: { loader } } }
export const assets = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' }
export const future = {}, publicPath = '/', assetsBuildDirectory = '', basename = '/', isSpaMode = false, ssr = true, prerender = [], routeDiscovery = { mode: 'initial' }
`,
  'label.js': `export const label = 'Save'`,
}

async function startFromSources() {
  const folder = mkdtempSync(join(import.meta.dirname, '.build-'))
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
  const { name, ...context } = localSite('identity')
  const site = await startSite({ name, pages: { sources: folder }, host: '127.0.0.1', port: 0, context })
  onTestFinished(async () => {
    await site.close()
    rmSync(folder, { recursive: true })
  })
  return { url: site.url, folder, textOf: async () => (await fetch(`${site.url}/en/any`)).text() }
}

test('pages made of sources follow a change without a restart, and their modules are served as files', async () => {
  const { url, folder, textOf } = await startFromSources()
  expect(await textOf()).toBe('Save')
  writeFileSync(join(folder, 'label.js'), sources['label.js'].replace('Save', 'Keep'))
  await vi.waitFor(async () => expect(await textOf()).toBe('Keep'), { timeout: 20_000, interval: 20 })
  const file = await fetch(`${url}/label.js`)
  expect([file.headers.get('content-type'), await file.text()]).toEqual([
    'text/javascript',
    expect.stringContaining('Keep'),
  ])
  expect(readFileSync(join(folder, 'label.js'), 'utf8')).toContain('Keep')
})

test('no file beside the sources of the site and the packages can be read', async () => {
  const { url } = await startFromSources()
  const root = join(import.meta.dirname, '../../../..')
  expect((await fetch(`${url}/@fs${root}/packages/site-kit/package.json?raw`)).status).toBe(200)
  for (const query of ['', '?raw', '?import&raw', '?url', '?inline', '?raw??', '?import&raw&url'])
    for (const path of [
      'package.json',
      'server/config.ts',
      'packages/../package.json',
      'packages/%2e%2e/package.json',
    ]) {
      const answer = await fetch(`${url}/@fs${root}/${path}${query}`)
      expect([path, query, (await answer.text()).match(/"bollard"|const schema/u)]).toEqual([path, query, null])
    }
})
