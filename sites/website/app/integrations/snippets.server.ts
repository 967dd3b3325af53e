import type { SnippetFile } from '@bollard/content/snippet-files'
import type { Example } from './platforms.ts'

/** Code as a page shows it. */
export interface Snippet {
  /** Its name in the bar above the code. */
  readonly file: string
  readonly label: string
  readonly code: string
  /** Highlighted while the site was built: lines of safe HTML with classes of our colours. */
  readonly html: string
}

const files: Readonly<Record<string, SnippetFile>> = {
  ...import.meta.glob<SnippetFile>(
    '../../../../client/*/examples/**/*.{cs,dart,ftl,go,groovy,html,java,kt,mjs,php,py,rb,rs,scala,swift,ts,tsx,twig,txt,vue}',
    { query: '?snippet', import: 'default', eager: true },
  ),
  ...import.meta.glob<SnippetFile>('../../../../content/examples/quick-start/*.html', {
    query: '?snippet',
    import: 'default',
    eager: true,
  }),
}

/** One example with its code. A test holds every platform to examples that exist. */
export function snippetOf({ file, region, label }: Example): Snippet {
  const found = files[`../../../../${file}`]
  const shown = region === undefined ? found?.whole : found?.regions[region]
  if (shown === undefined) throw new Error(`${file} has no ${region ?? 'code'}`)
  return { file: file.split('/').at(-1) ?? file, label, ...shown }
}
