import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'
import { numbersForPlaces } from './numbers-for-places.ts'
import { ownNames } from './src/own-names.ts'
import { slotsForCodes, codesIn } from './slots-for-codes.ts'
import { widgetSizes } from './size.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Each file stands alone: a worker and a frame cannot share a piece of code without one more request. */
const outputs = [
  { entry: 'src/widget.ts', file: 'widget.js', format: 'es' },
  { entry: 'src/frame/frame.ts', file: 'widget/frame.js', format: 'iife' },
  { entry: 'src/frame/worker.ts', file: 'widget/worker.js', format: 'iife' },
  { entry: 'src/solving/page.ts', file: 'widget/page.js', format: 'es' },
  { entry: 'src/owner/owner.ts', file: 'widget/owner.js', format: 'es' },
] as const

/** Each build lays its verdicts out anew, so that a program which makes up verdicts fits one build only. */
const layoutNumber = randomInt(2 ** 32)

rmSync(here('dist'), { recursive: true, force: true })
for (const output of outputs) await build(configFor(output))
mkdirSync(here('dist/widget'), { recursive: true })
writeFileSync(here('dist/widget/frame.html'), readFileSync(here('src/frame/frame.html'), 'utf8').replaceAll(/\n\s*/gu, ''))

const leftOver = codesIn(readFileSync(here('dist/widget.js'), 'utf8'))
if (leftOver.length > 0) throw new Error(`Names of checks are left in the widget: ${leftOver.join(', ')}`)

for (const { file, bytes, gzip } of widgetSizes()) console.log(`${file.padEnd(20)} ${String(bytes).padStart(6)} B  ${String(gzip).padStart(6)} B gzip`)

function configFor({ entry, file, format }: (typeof outputs)[number]): InlineConfig {
  return {
    configFile: false,
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    define: { BOLLARD_LAYOUT: String(layoutNumber) },
    plugins: [slotsForCodes(layoutNumber), numbersForPlaces()],
    build: {
      outDir: here('dist'),
      emptyOutDir: false,
      // Chrome 88, Firefox 101 and Safari 16.4 can run it. The syntax used here is theirs too, so nothing is rewritten.
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
