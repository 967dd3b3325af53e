import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

export interface WidgetFileSize {
  /** Path below the API's address, for example `widget/worker.js`. */
  readonly file: string
  readonly bytes: number
  readonly gzip: number
}

/** Never fetched by the widget; or only where the page forbids frames, where a browser vouches for its visitor or has no WebAssembly, for a second round, where an owner wants what few want or a form is validated, and in browsers that are too old. */
const notAtFirst = [
  'widget/page.js',
  'widget/token.js',
  'widget/script.js',
  'widget/equix.js',
  'widget/owner.js',
  'widget/placement.js',
  'widget/validation.js',
  'widget/unsupported.js',
  'widget/manifest.json',
]
const language = /^widget\/languages\//u

/**
 * Sizes of the built files, largest first; under `first visit` what a first visit loads of them in English, which is part of the widget,
 * and under `first visit, other language` what it loads where the largest of the other languages comes with it, the only one
 * that is named. Throws when the widget is not built.
 */
export function widgetSizes(directory = fileURLToPath(new URL('dist', import.meta.url))): WidgetFileSize[] {
  const all = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => sizeOf(directory, join(entry.parentPath, entry.name)))
    .toSorted((a, b) => b.gzip - a.gzip)
  const [largest] = all.filter(({ file }) => language.test(file) && !file.includes('/rare/'))
  const files = all.filter((one) => one === largest || !language.test(one.file))
  const loaded = files.filter(({ file }) => !notAtFirst.includes(file) && !language.test(file))
  return [
    ...files,
    sumOf('first visit', loaded),
    sumOf('first visit, other language', largest ? [...loaded, largest] : loaded),
  ]
}

function sumOf(file: string, parts: readonly WidgetFileSize[]): WidgetFileSize {
  const sum = (of: (part: WidgetFileSize) => number) => parts.reduce((total, part) => total + of(part), 0)
  return { file, bytes: sum(({ bytes }) => bytes), gzip: sum(({ gzip }) => gzip) }
}

function sizeOf(directory: string, path: string): WidgetFileSize {
  const content = readFileSync(path)
  return {
    file: relative(directory, path).split(sep).join('/'),
    bytes: content.length,
    gzip: gzipSync(content, { level: 9 }).length,
  }
}
