import { readFileSync } from 'node:fs'
import { alertRules } from '../alert-rules.ts'
import { readSamples } from '../samples.ts'
import { createWatcher } from '../watcher.ts'

/** What /metrics of a product says. */
export async function readMetrics(health: string): Promise<string> {
  return (await fetch(`${health}/metrics`)).text()
}

/** Rules about processes that fire after /metrics said one thing first, and another one from then on for ten minutes. */
export function rulesOver(first: string, then: string): string[] {
  const watcher = createWatcher(alertRules.filter(({ name }) => /^Process(?:Down|Restarted)$/u.test(name)))
  watcher.take(readSamples(first), 0)
  watcher.take(readSamples(then), 60_000)
  watcher.take(readSamples(then), 660_000)
  return watcher.firing().map(({ rule }) => rule.name)
}

/** Names of our figures that the documentation describes in a language, sorted. */
export function describedMetrics(language: string): string[] {
  const manual = readFileSync(
    new URL(`../../../content/${language}/docs/operate/watching.mdx`, import.meta.url),
    'utf8',
  )
  const rows = manual.split('\n').filter((line) => line.startsWith('| `bollard_'))
  return rows
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`(bollard_\w+)`/gu)].map(([, name = '']) => name))
    .toSorted()
}
