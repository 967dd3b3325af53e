/**
 * What a page must fetch to show and solve on a first visit with default settings, one language,
 * gzip level 9: ours beside ALTCHA's and Cap's published files.
 * Run: node_modules/.bin/node benchmarks/widget/run.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { widgetSizes } from '@bollard/widget/size'

// By path, not by import: the packages do not export the files that a page loads.
const published = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url))

const peers = {
  altcha: [published('altcha/dist/main/altcha.min.js')],
  cap: [published('@cap.js/widget/cap.min.js'), published('@cap.js/wasm/browser/cap_wasm_bg.wasm')],
}

const ours = widgetSizes()
const firstVisit = ours.find(({ file }) => file === 'first visit')
if (firstVisit === undefined) throw new Error('The widget is not built: run npm run build')
const result = {
  measuredOn: new Date().toISOString(),
  unit: 'bytes, gzip level 9',
  ours: firstVisit.gzip,
  altcha: sizeOf(peers.altcha),
  cap: sizeOf(peers.cap),
  files: ours,
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('widget.json', folder), `${JSON.stringify(result, null, 2)}\n`)

console.log('| widget | first visit, gzip | × ours |\n| --- | --: | --: |')
for (const name of ['ours', 'altcha', 'cap'] as const)
  console.log(`| ${name} | ${result[name]} | ${(result[name] / result.ours).toFixed(2)} |`)

function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0)
}
