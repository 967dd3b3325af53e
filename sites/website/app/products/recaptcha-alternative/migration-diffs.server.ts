import { highlight } from '@bollard/content/highlight'

/** A change of two lines, as a journey applies it to a real site. */
export interface MigrationDiff {
  version: 'v2' | 'v3'
  code: string
  html: string
}

const articles = import.meta.glob<string>('../../../../../content/en/docs/moving/overview.mdx', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const [article = ''] = Object.values(articles)

const made = new Map<string, Promise<MigrationDiff[]>>()

/** The tested diffs of the documentation, with the address of this installation's API; highlighted once per process. */
export function migrationDiffs(api: string): Promise<MigrationDiff[]> {
  const diffs = made.get(api) ?? Promise.all([diffTo(api, 'v2'), diffTo(api, 'v3')])
  made.set(api, diffs)
  return diffs
}

async function diffTo(api: string, version: MigrationDiff['version']): Promise<MigrationDiff> {
  const code = diffOf(article, `recaptcha-${version}`)
    .replaceAll('https://captcha.example.org', api)
    .replaceAll('{{SITE_KEY}}', 'bsk_…')
  return { version, code, html: await highlight(code, 'diff') }
}

/** The code between the fences of the diff with that name. Throws where the article has none. */
export function diffOf(markdown: string, name: string): string {
  const found = new RegExp(`^\`\`\`diff ${name}\\n([^\`]*?)\\n\`\`\`$`, 'mu').exec(markdown)
  if (found?.[1] === undefined) throw new Error(`The documentation has no diff ${name}`)
  return found[1]
}
