import type { CompatCode } from '@bollard/contracts'
import { foreignSecretKeys, foreignSiteKeys } from '../../access/test-keys/foreign-test-keys.ts'

const words = {
  en: {
    head: ['code', 'status', 'when'],
    never: 'Never: ',
    keys: ['site key', 'what it does'],
    secrets: ['secret key', 'what it does'],
  },
  de: {
    head: ['Code', 'Status', 'wann'],
    never: 'Nie: ',
    keys: ['Site-Schlüssel', 'Wirkung'],
    secrets: ['geheimer Schlüssel', 'Wirkung'],
  },
} as const
/** Languages that the tables are written in beside the codes; a manual of another one is compared with the English. */
export type TableLanguage = keyof typeof words

const kinds = {
  en: {
    PASSES: 'passes',
    FAILS: 'fails',
    SPENT: 'says that the token was used',
    STEP_UP: 'asks for a second, harder check, then passes',
  },
  de: {
    PASSES: 'lässt durch',
    FAILS: 'weist ab',
    SPENT: 'sagt, das Token sei benutzt',
    STEP_UP: 'verlangt eine zweite, schwerere Prüfung, lässt dann durch',
  },
} as const

/** The documented codes of a protocol as a table of Markdown. */
export function codeTable(codes: Readonly<Record<string, CompatCode>>, language: TableLanguage): string {
  const rows = Object.entries(codes).map(([code, entry]) =>
    entry.http === null
      ? [`\`${code}\``, '–', words[language].never + entry.never[language]]
      : [`\`${code}\``, String(entry.http), entry.when[language]],
  )
  return table(words[language].head, rows)
}

/** The published keys for tests, as two tables of Markdown. */
export function testKeyTables(language: TableLanguage): string {
  const sites = foreignSiteKeys.map(({ siteKey, kind }) => [`\`${siteKey}\``, kinds[language][kind]])
  const secrets = [...foreignSecretKeys].map(([secretKey, { kind }]) => [`\`${secretKey}\``, kinds[language][kind]])
  return `${table(words[language].keys, sites)}\n\n${table(words[language].secrets, secrets)}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
