// Plays the visits with each framework, and writes which versions did what was decided: `npm install && node run.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { playVisits } from '../src/testing/play-visits.ts'
import { applications } from './applications.ts'
import { playPages, startRoutes, stopNext } from './next.ts'

/** `pages`: in front of pages that the framework renders; only Next has a way of its own for them. */
const ran: { framework: string; version: string; visits: number; pages?: number }[] = []
for (const [framework, start] of Object.entries({ ...applications, next: startRoutes })) {
  const manifest = new URL(`node_modules/${framework}/package.json`, import.meta.url)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const visits = await playVisits(start)
  ran.push({ framework, version, visits, ...(framework === 'next' ? { pages: await playPages() } : {}) })
}
await stopNext()
writeFileSync(new URL('last-run.json', import.meta.url), `${JSON.stringify({ node: process.version, ran }, null, 2)}\n`)
console.table(ran)
