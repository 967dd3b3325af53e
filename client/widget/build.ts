import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { minify } from '@swc/core'
import { build, type InlineConfig } from 'vite'
import { catalogue } from './src/collector/catalogue.ts'
import { languages, placesForTexts, splitTexts, usualTexts } from './languages.ts'
import { numbersForPlaces } from './numbers-for-places.ts'
import { ownNames } from './src/own-names.ts'
import { releaseOf } from './release-of.ts'
import { slotsForCodes, codesIn } from './slots-for-codes.ts'
import { widgetSizes } from './size.ts'

/** Another folder and another version are for tests, which need the widget of a release before this one. */
const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' }, version: { type: 'string' } } })
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const out = (path = '') => resolve(here('.'), values.out, path)

/** Each file stands alone: a worker and a frame cannot share a piece of code without one more request. */
const outputs = [
  { entry: 'src/widget.ts', file: 'widget.js', format: 'es', texts: 'usual' },
  { entry: 'src/frame/frame.ts', file: 'widget/frame.js', format: 'iife', texts: 'usual' },
  { entry: 'src/frame/worker.ts', file: 'widget/worker.js', format: 'iife', texts: 'usual' },
  { entry: 'src/frame/ask-for-token.ts', file: 'widget/token.js', format: 'es', texts: 'usual' },
  { entry: 'src/frame/equix-worker.ts', file: 'widget/equix.js', format: 'iife', texts: 'usual' },
  { entry: 'src/frame/script.ts', file: 'widget/script.js', format: 'iife', texts: 'usual' },
  { entry: 'src/solving/page.ts', file: 'widget/page.js', format: 'es', texts: 'usual' },
  { entry: 'src/owner/owner.ts', file: 'widget/owner.js', format: 'es', texts: 'rare' },
  { entry: 'src/unsupported/unsupported.ts', file: 'widget/unsupported.js', format: 'es', texts: 'rare' },
  { entry: 'src/placement/placement.ts', file: 'widget/placement.js', format: 'es', texts: 'usual' },
  { entry: 'src/validation/validation.ts', file: 'widget/validation.js', format: 'es', texts: 'usual' },
] as const

const tags = ['en', ...languages()]

/**
 * Each release lays its verdicts out anew, so that a program which makes up verdicts fits one release only. Its number follows from the
 * sources, so that every installation of a release and every copy of its files agree.
 */
const { release, layoutNumber } = releaseOf(here('.'), values.version)

rmSync(out(), { recursive: true, force: true })
for (const output of outputs) {
  await build(configFor(output))
  await shorten(output)
}
mkdirSync(out('widget'), { recursive: true })
// The frame comes in one piece: one request less before the work can begin. Whoever serves it names its script by its hash.
const frame = readFileSync(here('src/frame/frame.html'), 'utf8').replaceAll(/\n\s*/gu, '')
const frameScript = readFileSync(out('widget/frame.js'), 'utf8').trim()
writeFileSync(
  out('widget/frame.html'),
  frame.replace('<script></script>', () => `<script>${frameScript}</script>`),
)
rmSync(out('widget/frame.js'))
for (const language of languages()) {
  for (const [part, folder] of [
    ['usual', 'widget/languages'],
    ['rare', 'widget/languages/rare'],
  ] as const) {
    mkdirSync(out(folder), { recursive: true })
    writeFileSync(out(`${folder}/${language}.json`), JSON.stringify(splitTexts(language)[part]))
  }
}

const script = readFileSync(out('widget.js'))
const manifest = {
  release,
  layout: layoutNumber,
  checks: catalogue.length,
  address: `/widget/${release}/widget.js`,
  integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
}
writeFileSync(out('widget/manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)

const leftOver = codesIn(script.toString('utf8'))
if (leftOver.length > 0) throw new Error(`Names of checks are left in the widget: ${leftOver.join(', ')}`)

/** Bytes after gzip that visitors may be asked to load. */
const limits = new Map([
  ['first visit', 23_500],
  ['widget/equix.js', 15_000],
])
for (const { file, bytes, gzip } of widgetSizes(out())) {
  console.log(`${file.padEnd(28)} ${String(bytes).padStart(6)} B  ${String(gzip).padStart(6)} B gzip`)
  if (gzip > (limits.get(file) ?? Infinity))
    throw new Error(`${file} has ${gzip} bytes, more than the ${limits.get(file)} that it may`)
}

/** A second program finds four hundredths more that can be said in fewer words. What compresses best differs from file to file, so both are tried. */
async function shorten({ file, format }: (typeof outputs)[number]): Promise<void> {
  const path = out(file)
  const source = readFileSync(path, 'utf8')
  const candidates = await Promise.all(
    [true, false].map(async (hoist) => {
      const { code } = await minify(source, {
        module: format === 'es',
        ecma: 2022,
        compress: { passes: 4, hoist_funs: hoist },
        mangle: { toplevel: true },
        format: { ecma: 2022, comments: false },
      })
      // Unlike that of gzip, its result is the same on every kind of processor, and so is the choice.
      return { code, size: brotliCompressSync(code).length }
    }),
  )
  const [shortest] = candidates.toSorted((a, b) => a.size - b.size)
  if (shortest) writeFileSync(path, shortest.code)
}

function configFor({ entry, file, format, texts }: (typeof outputs)[number]): InlineConfig {
  return {
    configFile: false,
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    define: {
      BOLLARD_LAYOUT: String(layoutNumber),
      BOLLARD_RELEASE: JSON.stringify(release),
      'BOLLARD_LANGUAGES.short': JSON.stringify(tags.filter(({ length }) => length === 2).join('')),
      'BOLLARD_LANGUAGES.long': JSON.stringify(tags.filter(({ length }) => length > 2)),
      BOLLARD_TEXTS: JSON.stringify(usualTexts.join(' ')),
    },
    plugins: [slotsForCodes(layoutNumber), numbersForPlaces(), placesForTexts(texts)],
    build: {
      outDir: out(),
      emptyOutDir: false,
      // Chrome 90, Firefox 101 and Safari 16.4 can run it. The syntax used here is theirs too, so nothing is rewritten.
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      minify: true,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          comments: false,
          minify: {
            compress: true,
            mangle: true,
            codegen: { removeWhitespace: true },
            mangleProps: { include: new RegExp(`^(?:${ownNames.join('|')})$`, 'u') },
          },
        },
      },
      lib: { entry: here(entry), formats: [format], name: 'bollard', fileName: () => file },
    },
  }
}
