import { readFileSync, writeFileSync } from 'node:fs'
import { pagePolicies } from './page-policies.ts'
import type { Result, Row } from './result.ts'

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

const words = {
  en: {
    head: ['what the page allows', 'solved by', 'Chromium', 'Firefox'],
    by: { worker: 'worker of the frame', 'page-wasm': 'page, WebAssembly', 'page-script': 'page, script' },
    cell: (rate: string, seconds: string) => `${rate} MH/s, ${seconds} s`,
    missing: 'not measured',
    note: (result: Result) =>
      `Million hashes a second of one thread, and seconds from the start of a page's first check to its token with the usual work of ${result.work.toLocaleString('en')} hashes; medians of ${result.visits} fresh profiles on ${result.machine.cores} shared cores (${result.machine.cpu}), Chromium ${result.machine.chromium}${result.machine.firefox === null ? '' : `, Firefox ${result.machine.firefox}`}. Where a device has more cores, up to eight workers share the work; the page has one thread.`,
  },
  de: {
    head: ['was die Seite erlaubt', 'gelöst von', 'Chromium', 'Firefox'],
    by: { worker: 'Worker des Rahmens', 'page-wasm': 'Seite, WebAssembly', 'page-script': 'Seite, Skript' },
    cell: (rate: string, seconds: string) => `${rate} MH/s, ${seconds} s`,
    missing: 'nicht gemessen',
    note: (result: Result) =>
      `Millionen Hashes je Sekunde in einem Thread und Sekunden vom Beginn der ersten Prüfung einer Seite bis zum Token, mit der üblichen Arbeit von ${result.work.toLocaleString('de')} Hashes; Mediane aus ${result.visits} frischen Profilen auf ${result.machine.cores} geteilten Kernen (${result.machine.cpu}), Chromium ${result.machine.chromium}${result.machine.firefox === null ? '' : `, Firefox ${result.machine.firefox}`}. Hat ein Gerät mehr Kerne, teilen sich bis zu acht Worker die Arbeit; die Seite hat nur einen Thread.`,
  },
} as const satisfies Record<Language, unknown>

/** The table of the document for website owners, in Markdown. */
export function tableOf(result: Result, language: Language): string {
  const { head, by, cell, missing, note } = words[language]
  const number = (value: number, digits: number) =>
    value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const found = (policy: string, browser: Row['browser']) =>
    result.rows.find((row) => row.policy === policy && row.browser === browser)
  const measured = (row: Row | undefined) =>
    row ? cell(number(row.megahashes.median, 1), number(row.secondsToToken.median, 1)) : missing
  const lines = pagePolicies.map(({ id, title, solvesIn }) => {
    const [inChromium, inFirefox] = [found(id, 'Chromium'), found(id, 'Firefox')]
    const place = solvesIn === 'frame' ? by.worker : by[solvesIn]
    return `| ${title[language]} | ${place} | ${measured(inChromium)} | ${measured(inFirefox)} |`
  })
  return [`| ${head.join(' | ')} |`, '| --- | --- | --: | --: |', ...lines, '', note(result)].join('\n')
}

const marked = /(\{\/\* policies[^}]*\*\/\}\n\n)[\s\S]*(\n\n\{\/\* \/policies \*\/\})/u
const documentOf = (language: Language) =>
  new URL(`../../content/${language}/docs/guides/content-policy.mdx`, import.meta.url)

/** What stands between the markers of the document. */
export function writtenTable(language: Language): string {
  const [all, begin = '', end = ''] = marked.exec(readFileSync(documentOf(language), 'utf8')) ?? []
  if (all === undefined)
    throw new Error(`content/${language}/docs/guides/content-policy.mdx has no place for the table`)
  return all.slice(begin.length, -end.length)
}

/** Puts the tables into the documents. */
export function writeTables(result: Result): void {
  for (const language of languages) {
    const document = documentOf(language)
    const table = tableOf(result, language)
    writeFileSync(
      document,
      readFileSync(document, 'utf8').replace(marked, (_all, begin: string, end: string) => `${begin}${table}${end}`),
    )
  }
}
