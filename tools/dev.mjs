/**
 * `npm run dev`: the whole product with pages made of their sources. Open pages follow every change of a page, a style or a text; a
 * change of a service restarts the API, and a change of the widget builds it anew first.
 */
import { watch } from 'node:fs'
import { join } from 'node:path'
import { build, install, refuseOldNode, root, serve } from './prepare.mjs'

refuseOldNode()
try {
  await install()
  await build(['--clients'])
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
const server = serve(['--from-sources', ...process.argv.slice(2)])

/** What only the sites read; they notice by themselves. */
const ofSites =
  /^packages\/(?:ui|site-kit|content|i18n\/texts\/(?:website|identity|dashboard|docs|admin|content|library-[a-z]+))\//u
const written = /(?:^|\/)(?:node_modules|dist|build|testing|\.[^/]*)(?:\/|$)|\.test\.tsx?$|\.tsbuildinfo$|~$/u
/** Milliseconds. Editors and version control write many files at a time. */
const settle = 150
let timer

for (const folder of ['packages', 'services', 'server', 'client'])
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    const path = `${folder}/${String(name).replaceAll('\\', '/')}`
    if (name === null || written.test(path) || ofSites.test(path)) return
    clearTimeout(timer)
    timer = setTimeout(() => void restartApi(path), settle)
  })

async function restartApi(path) {
  console.log(`${path} has changed; restarting the API.`)
  // A widget that cannot be built says why, and the one of before stays.
  await build(['--clients']).catch(() => {})
  if (server.connected) server.send('restart-api')
}
