import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A page loads one of them before anything else, so each is small; in bytes after gzip -9. */
const gzipBytesMax = 5_000

rmSync(here('dist'), { recursive: true, force: true })
mkdirSync(here('dist'))
// What a page says that pages show to visitors without scripts, by language.
const i18n = here('../widget/i18n/')
const texts = readdirSync(i18n).map((file): [string, unknown] => [
  file.slice(0, -'.json'.length),
  Reflect.get(Object(JSON.parse(readFileSync(i18n + file, 'utf8'))), 'noscript'),
])
writeFileSync(here('dist/noscript.json'), JSON.stringify(Object.fromEntries(texts)))
// Classic scripts that stand alone: pages load them without `type=module`, and only ever one.
for (const name of ['recaptcha', 'hcaptcha', 'turnstile', 'friendly', 'trustcaptcha']) {
  await build({
    configFile: false,
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: here('dist'),
      emptyOutDir: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      reportCompressedSize: false,
      lib: { entry: here(`src/${name}.ts`), formats: ['iife'], name: 'bollardCompat', fileName: () => `${name}.js` },
    },
  })
  const script = readFileSync(here(`dist/${name}.js`))
  const gzip = gzipSync(script, { level: 9 }).length
  console.log(`${`${name}.js`.padEnd(20)} ${String(script.length).padStart(6)} B  ${String(gzip).padStart(6)} B gzip`)
  if (gzip > gzipBytesMax) throw new Error(`${name}.js has ${gzip} bytes, more than ${gzipBytesMax}`)
}
