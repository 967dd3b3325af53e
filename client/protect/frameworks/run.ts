// Plays the visits with each framework, and writes which versions did what was decided: `npm install && node run.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { playVisits } from '../src/testing/play-visits.ts'
import { applications } from './applications.ts'

const ran: { framework: string; version: string; visits: number }[] = []
for (const [framework, start] of Object.entries(applications)) {
  const manifest = new URL(`node_modules/${framework}/package.json`, import.meta.url)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  ran.push({ framework, version, visits: await playVisits(start) })
}
writeFileSync(new URL('last-run.json', import.meta.url), `${JSON.stringify({ node: process.version, ran }, null, 2)}\n`)
console.table(ran)
